// Reads the forms of public pages. No other part of the server does: elsewhere, a page of another site could send them.

import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The longest text that a visitor can write takes less, also in Chinese: nine bytes a character. */
export const maxFormBytes = 128 * 1024;

export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: maxFormBytes },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}

/** A field of a form, or of JSON; empty if there is none. */
export function fieldOf({ body }: Pick<FastifyRequest, 'body'>, name: string): string {
  const value =
    typeof body === 'object' && body !== null && Object.hasOwn(body, name) ? Reflect.get(body, name) : '';
  return typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '') : '';
}

/** For the script of a page, or another program. */
export const wantsJson = ({ headers: { accept = '' } }: FastifyRequest): boolean =>
  accept.includes('application/json');
