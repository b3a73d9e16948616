// What an endpoint of the console is made of.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { Console } from '../../app/team/console.ts';
import type { UploadLimits } from '../../domain/attachment.ts';
import type { ConsoleCookies } from '../console-credentials.ts';

export interface ConsoleApiOptions {
  console: Console;
  cookies: ConsoleCookies;
  publicUrl(): string;
  uploads: UploadLimits;
}

export interface ConsoleOperation {
  body?: TSchema;
  status?: 201;
  /** Answers the data, which gets its envelope elsewhere; whoever redirects answers the reply. */
  handler(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
}
