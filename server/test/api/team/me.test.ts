import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProgram, type TestProgram } from '../../support/program.ts';

let program: TestProgram;

beforeAll(async () => {
  program = await startProgram({
    environment: {
      RATE_LIMIT_READ: '0',
      RATE_LIMIT_WRITE: '7',
      UPLOAD_MAX_FILES: '3',
      UPLOAD_MAX_IMAGE_BYTES: '1000',
    },
  });
});
afterAll(() => program.close());

describe('GET /me', () => {
  describe('200', () => {
    it.each(['live', 'test'] as const)(
      'returns the workspace, mode and limits of a %s key, and never its secret',
      async (mode) => {
        const { status, body, text, headers } = await program[mode].get('/me');
        expect(status).toBe(200);
        expect(body).toEqual({
          data: {
            workspace: { id: program.workspaceId, slug: 'default', name: 'Default workspace' },
            key: {
              id: expect.stringMatching(/^key_[0-9a-hjkmnp-tv-z]{26}$/),
              name: `${mode} key`,
              mode,
              last4: program.secrets[mode].slice(-4),
              createdAt: '2026-01-31T09:15:02.123Z',
              expiresAt: null,
            },
            limits: { windowSeconds: 60, read: null, write: 7 },
            uploads: { maxFiles: 3, maxImageBytes: 1000, maxVideoBytes: 104_857_600 },
          },
          ...(mode === 'test' && { test: true }),
        });
        expect(text).not.toContain(program.secrets[mode]);
        expect(headers['cache-control']).toMatch(/no-cache|no-store/);
      },
    );

    it("returns each key's own workspace", async () => {
      const { body } = await program.stranger.get('/me');
      expect(body.data.workspace).toMatchObject({ slug: 'elsewhere', name: 'Another workspace' });
    });
  });

  describe('405', () => {
    it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('rejects %s', async (method) => {
      const { status, headers } = await program.live.call(method, '/me');
      expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
    });
  });
});
