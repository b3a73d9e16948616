// Uploads to a small test server: multipart parser, use case and disk engine. And the bytes of forms.

import { EventEmitter, once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach } from 'vitest';
import { type StagedFile, uploads } from '../../src/app/files/uploads.ts';
import type { UploadLimits } from '../../src/domain/files/attachment.ts';
import { Failure } from '../../src/domain/kernel/failure.ts';
import { diskFiles } from '../../src/engines/files/disk.ts';
import { receiveForm, takeForms } from '../../src/http/input/multipart.ts';
import type { Files } from '../../src/ports/files/files.ts';

export const defaults: UploadLimits = { maxFiles: 10, maxImageBytes: 10_000_000, maxVideoBytes: 100_000_000 };

export interface Answer {
  fields: Record<string, unknown>;
  files: StagedFile[];
  code?: string;
  message?: string;
}

export const boundary = 'xYzZY';
export const formType = `multipart/form-data; boundary=${boundary}`;

/** A raw part: its header lines, then its bytes. */
export const part = (headers: string, body: string | Buffer): Buffer =>
  Buffer.concat([Buffer.from(`--${boundary}\r\n${headers}\r\n\r\n`), Buffer.from(body), Buffer.from('\r\n')]);
export const closing = Buffer.from(`--${boundary}--\r\n`);
export const form = (...parts: Buffer[]): Buffer => Buffer.concat([...parts, closing]);

export const field = (name: string, value: string) =>
  part(`Content-Disposition: form-data; name="${name}"`, value);
export const file = (bytes: Buffer | string, type = 'image/png', name = 'x.png', under = 'attachments') =>
  part(`Content-Disposition: form-data; name="${under}"; filename="${name}"\r\nContent-Type: ${type}`, bytes);

/** Registers the hooks of a test file, whose tests have a directory each. `happens` waits for 'write' or 'refused'. */
export function uploadFixture() {
  let directory: string;
  let app: FastifyInstance | undefined;
  let port: number;
  let events: EventEmitter;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'earshot-uploads-'));
  });
  afterEach(async () => {
    await app?.close();
    app = undefined;
    await rm(directory, { recursive: true, force: true });
  });

  async function serve(
    limits: Partial<UploadLimits> = {},
    files: Files = diskFiles(directory),
  ): Promise<FastifyInstance> {
    events = new EventEmitter();
    app = fastify({ forceCloseConnections: true });
    takeForms(app);
    const write: Files['write'] = (key, bytes) => {
      events.emit('write');
      return files.write(key, bytes);
    };
    const incoming = uploads({ files: { ...files, write }, limits: { ...defaults, ...limits } });
    app.post('/', async (request) => {
      const upload = incoming.start();
      try {
        const fields = await receiveForm(request, upload, ['attachments', 'files']);
        upload.markCommitted();
        return { fields, files: upload.files };
      } catch (error) {
        await upload.discard();
        events.emit('refused', error);
        throw error;
      }
    });
    app.setErrorHandler((error, _request, reply) => {
      if (error instanceof Failure) return reply.code(400).send({ code: error.code, message: error.message });
      return reply.code(500).send({ code: 'fault', message: String(error) });
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    port = (app.server.address() as AddressInfo).port;
    return app;
  }

  async function post(body: FormData | Buffer, type?: string): Promise<Answer> {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body,
      headers: type === undefined ? {} : { 'content-type': type },
    });
    return (await response.json()) as Answer;
  }

  const send = (...parts: Buffer[]) => post(form(...parts), formType);

  const onDisk = async (): Promise<string[]> => {
    const entries = await readdir(directory, { recursive: true, withFileTypes: true });
    return entries.filter((entry) => !entry.isDirectory()).map((entry) => entry.name);
  };
  const connected = async (): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return socket;
  };
  const happens = (name: 'write' | 'refused') => once(events, name);

  return { directory: () => directory, serve, post, send, onDisk, connected, happens };
}
