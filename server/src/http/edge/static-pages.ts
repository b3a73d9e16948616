// Public static responses. Each encoding is compressed once and kept once in memory, so a thousand slow clients need no
// more memory than one.

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Encoding, encodingAmong, encodings } from '../kernel/encodings.ts';

export type Form = Encoding | 'identity';

export interface StaticPage {
  /** The ETag of the uncompressed form. */
  etag: string;
  headers: Readonly<Record<string, string>>;
  /** The available compressed forms. */
  encodings: readonly Encoding[];
  /** Called once per form; called again only after a failure. */
  load(form: Form): Promise<Buffer>;
}

export type SendPage = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

export function staticPage(page: StaticPage): SendPage {
  const forms = new Map<Form, Promise<Buffer>>();
  const bytesOf = (form: Form): Promise<Buffer> => {
    const known = forms.get(form);
    if (known !== undefined) return known;
    const loading = page.load(form);
    forms.set(form, loading);
    loading.catch(() => forms.delete(form));
    return loading;
  };

  return async (request, reply) => {
    const form = encodingAmong(page.encodings, request.headers['accept-encoding']).encoding ?? 'identity';
    // Each form has its own ETag, because its bytes differ.
    const etag = form === 'identity' ? page.etag : page.etag.replace(/"$/, `-${form}"`);
    reply.headers({ ...page.headers, etag, vary: 'accept-encoding' });
    if (isKnown(request, etag)) return reply.code(304).send();
    const bytes = await bytesOf(form);
    if (form !== 'identity') reply.header('content-encoding', form);
    // Fastify drops the body of HEAD requests only if they match a route.
    if (request.method === 'HEAD' && request.is404)
      return reply.code(200).header('content-length', bytes.length).send('');
    return reply.code(200).send(bytes);
  };
}

export const etagOf = (bytes: Buffer): string =>
  `"${createHash('sha256').update(bytes).digest('base64url')}"`;

const compress: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  gzip: promisify(gzip),
};

/** A page from bytes in memory. Compressed on first use, on another thread. */
export const pageOf = (bytes: Buffer, headers: Readonly<Record<string, string>>): SendPage =>
  staticPage({
    etag: etagOf(bytes),
    headers,
    encodings,
    load: async (form) => (form === 'identity' ? bytes : compress[form](bytes)),
  });

const isKnown = ({ headers }: FastifyRequest, etag: string): boolean =>
  (headers['if-none-match'] ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .some((tag) => tag === etag || tag === '*');
