// The API's table of contents: every path of /v1, and what all of them share.

import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessLimits } from '../../app/access.ts';
import type { Attachment, UploadLimits } from '../../domain/attachment.ts';
import { badField, Failure } from '../../domain/failure.ts';
import type { Admit } from '../admission.ts';
import { noSuchEndpoint } from '../failures.ts';
import { freshness } from '../freshness.ts';
import { multipartOptions } from '../multipart.ts';
import { validatorCompiler } from '../validation.ts';
import { commentOperations as comments } from './comments.ts';
import { MeShape, meOperations } from './me.ts';
import { type Operation, readForm } from './operation.ts';
import { postOperations } from './posts.ts';
import { CommentShape } from './shapes/comment.ts';
import { Deleted, ErrorShape } from './shapes/common.ts';
import {
  AttachmentShape,
  PostDetailShape,
  PostShape,
  postPresenter,
  RichTextShape,
  TagShape,
} from './shapes/post.ts';
import { PostTypeShape } from './shapes/post-type.ts';
import { StatusShape } from './shapes/status.ts';
import { UserShape, VoterShape } from './shapes/user.ts';
import { VoteOutcomeShape, VoteShape } from './shapes/vote.ts';
import { postTypeOperations as postTypes, statusOperations as statuses } from './vocabularies.ts';
import { voteOperations as votes } from './votes.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Row = [Method, string, Operation];

export interface V1Options {
  admit: Admit;
  limits: AccessLimits;
  uploads: UploadLimits;
  version: string;
  fileUrl(attachment: Attachment): string;
}

const tableOf = ({ limits, uploads, fileUrl }: V1Options): Row[] => {
  const me = meOperations(limits, uploads);
  const posts = postOperations(postPresenter(fileUrl));
  return [
    ['GET', '/me', me.read],

    ['GET', '/posts', posts.list],
    ['POST', '/posts', posts.create],
    ['GET', '/posts/:id', posts.read],
    ['PATCH', '/posts/:id', posts.update],
    ['DELETE', '/posts/:id', posts.remove],

    ['GET', '/posts/:id/comments', comments.list],
    ['POST', '/posts/:id/comments', comments.create],
    ['GET', '/comments/:id', comments.read],
    ['PATCH', '/comments/:id', comments.update],
    ['DELETE', '/comments/:id', comments.remove],

    ['GET', '/posts/:id/votes', votes.list],
    ['POST', '/posts/:id/votes', votes.add],
    ['DELETE', '/posts/:id/votes', votes.remove],

    ['GET', '/statuses', statuses.list],
    ['GET', '/post-types', postTypes.list],
  ];
};

const shapes = [
  ErrorShape,
  Deleted,
  MeShape,
  RichTextShape,
  UserShape,
  VoterShape,
  TagShape,
  AttachmentShape,
  PostShape,
  PostDetailShape,
  CommentShape,
  VoteShape,
  VoteOutcomeShape,
  StatusShape,
  PostTypeShape,
];

export async function v1(app: FastifyInstance, options: V1Options): Promise<void> {
  const table = tableOf(options);
  const fresh = freshness(options.version);
  for (const shape of shapes) app.addSchema(shape);
  await app.register(multipart, multipartOptions);

  app.decorateRequest('upload', undefined);
  app.decorateRequest('entityTag', undefined);
  app.addHook('onRequest', options.admit);
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) refusePath(table, request, reply);
  });
  app.addHook('onRequest', checkPathId);
  app.addHook('preHandler', fresh.judge);
  app.addHook('onSend', fresh.tag);

  for (const [method, url, { schema, handler, errors, form, untagged = false }] of table) {
    const shared = { validatorCompiler, preValidation: readForm(form), config: { untagged, errors } };
    app.route({ method, url, schema, handler, ...shared });
  }

  // Only so that the hooks above, which refuse them, run for unknown paths too.
  app.setNotFoundHandler(() => {
    throw noSuchEndpoint();
  });
}

/** Before the body is read: a path that is not there, or not for this method. */
function refusePath(table: readonly Row[], { url }: FastifyRequest, reply: FastifyReply): never {
  const allowed = methodsOf(table, url);
  if (allowed.length === 0) throw noSuchEndpoint();
  reply.header('allow', allowed.join(', '));
  throw new Failure('METHOD_NOT_ALLOWED', `This endpoint takes ${allowed.join(', ')}.`);
}

const idShape = /^[A-Za-z0-9_-]{1,64}$/;

async function checkPathId({ params }: FastifyRequest): Promise<void> {
  const { id } = params as { id?: string };
  if (id !== undefined && !idShape.test(id)) {
    throw badField('id', 'must be 1 to 64 letters, digits, hyphens and underscores.');
  }
}

/** Which methods the path of this address takes, for a request with another one. */
function methodsOf(table: readonly Row[], url: string): string[] {
  // Proxies may send the whole address in place of the path.
  const [path = ''] = url.replace(/^https?:\/\/[^/?]*/i, '').split('?', 1);
  const segments = path.replace(/^\/v1/, '').replace(/\/$/, '').split('/');
  const fits = (pattern: string): boolean => {
    const expected = pattern.split('/');
    const matches = (part: string, index: number) => part.startsWith(':') || part === segments[index];
    return expected.length === segments.length && expected.every(matches);
  };
  return table
    .filter(([, pattern]) => fits(pattern))
    .flatMap(([method]) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}
