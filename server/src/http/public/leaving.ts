// The pages that the links in mails lead to: below /m, outside of all sites, so that they work whether or not a site is
// switched on. Opening one changes nothing, since programs open links in mails too; only its form does, or the one
// request that a mail program sends by itself (RFC 8058). Neither needs a cookie, and no origin counts.

import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Leavable, Leaving } from '../../app/mail/leaving.ts';
import { mailTexts } from '../../app/mail/texts/index.ts';
import { type Html, html } from '../../domain/kernel/html.ts';
import { testScope } from '../../domain/mail/leaving.ts';
import { isRead } from '../kernel/reading.ts';
import { sendNotFound } from './answers.ts';
import { leaveHeaders } from './headers.ts';

export interface LeavingOptions {
  leaving: Leaving;
  /** Limits the requests of an address. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
}

type Asked = FastifyRequest<{ Params: { token: string } }>;

/** Nothing in the body counts. */
const maxBodyBytes = 4096;

export async function leavingPages(app: FastifyInstance, { leaving, admit }: LeavingOptions): Promise<void> {
  app.addHook('onRequest', admit);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: maxBodyBytes }, (_request, _body, done) =>
    done(null, undefined),
  );
  const answer = async (request: Asked, reply: FastifyReply) => {
    const { token } = request.params;
    const isAsking = isRead(request);
    const found = isAsking ? await leaving.find(token) : await leaving.leave(token);
    if (found === undefined) return sendNotFound(reply);
    return reply.headers(leaveHeaders(stylePolicy)).send(page(found, isAsking));
  };
  app.get('/:token', answer);
  app.post('/:token', answer);
}

const style = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.25rem}h1{font-size:1.25rem}button{font:inherit;padding:.6rem 1.2rem}`;
const stylePolicy = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

function page(found: Leavable, isAsking: boolean): string {
  const { language } = found;
  const { title, asks, button, done } = wordsOf(found);
  const content: Html =
    asks === undefined
      ? html`<p dir="auto">${done}</p>`
      : isAsking
        ? html`<p dir="auto">${asks}</p><form method="post"><button>${button}</button></form>`
        : html`<p dir="auto" role="status">${done}</p>`;
  const shown = html`<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1>${content}</main></body></html>`;
  return `<!doctype html>${shown.text}`;
}

/** Without a question, there is nothing to do. */
function wordsOf({ sender, language, scope }: Leavable) {
  const { leave, replyTo } = mailTexts[language];
  if (scope === 'replyTo') return { ...replyTo, asks: replyTo.asks(sender), done: replyTo.done(sender) };
  const { title, asks, button, done, ofTest } = leave;
  if (scope === testScope) return { title, asks: undefined, button, done: ofTest(sender) };
  return { title, asks: asks[scope](sender), button, done: done[scope](sender) };
}
