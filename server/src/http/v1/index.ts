// The route table of the API: every path under /v1, and the hooks that all of them share.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessLimits } from '../../app/kernel/access.ts';
import type { Attachment, UploadLimits } from '../../domain/files/attachment.ts';
import { badField, Failure } from '../../domain/kernel/failure.ts';
import type { SiteAddresses } from '../../domain/site/site.ts';
import { PostTypeShape } from '../../shapes/catalog/post-type.ts';
import { StatusShape } from '../../shapes/catalog/status.ts';
import { StatusChangeShape } from '../../shapes/catalog/status-change.ts';
import { TagShape } from '../../shapes/catalog/tag.ts';
import { ChangelogShape, changelogPresenter } from '../../shapes/changelog/changelog.ts';
import { AuditEntryShape } from '../../shapes/events/audit-entry.ts';
import { DeletionShape } from '../../shapes/events/deletion.ts';
import { DeliveryShape } from '../../shapes/events/delivery.ts';
import { WebhookShape } from '../../shapes/events/webhook.ts';
import { BulkCommentShape, CommentShape, commentPresenter } from '../../shapes/feedback/comment.ts';
import {
  BulkFollowShape,
  FollowedPostShape,
  FollowerShape,
  FollowOutcomeShape,
} from '../../shapes/feedback/follower.ts';
import { PostDetailShape, PostShape, postPresenter, SimilarPostShape } from '../../shapes/feedback/post.ts';
import { ViewShape } from '../../shapes/feedback/view.ts';
import { BulkVoteShape, VoteOutcomeShape, VoteShape } from '../../shapes/feedback/vote.ts';
import { AttachmentShape } from '../../shapes/files/attachment.ts';
import { Deleted, ErrorShape, nameOf } from '../../shapes/kernel/common.ts';
import { RichTextMarkShape, RichTextNodeShape, RichTextShape } from '../../shapes/kernel/rich-text.ts';
import { NoticeShape } from '../../shapes/mail/notice.ts';
import { MailSettingsShape } from '../../shapes/mail/settings.ts';
import { SuppressionShape } from '../../shapes/mail/suppression.ts';
import { WouldNotifyShape } from '../../shapes/mail/would-notify.ts';
import { PersonFieldsShape, UserShape, VoterShape } from '../../shapes/people/user.ts';
import { ExportShape } from '../../shapes/porting/export.ts';
import { ImportReasonShape, ImportShape, ImportSummaryShape } from '../../shapes/porting/import.ts';
import { UserExportShape } from '../../shapes/porting/user-export.ts';
import { SiteShape, sitePresenter } from '../../shapes/site/site.ts';
import { BanShape, ReportShape, SubmissionShape } from '../../shapes/site/submission.ts';
import { MemberShape } from '../../shapes/team/member.ts';
import type { Admit } from '../access/admission.ts';
import type { Batches } from '../access/batching.ts';
import { chargeBulk } from '../access/request-cost.ts';
import { compressing } from '../cache/compression.ts';
import { newCompressor } from '../cache/compressor.ts';
import type { Freshness } from '../cache/freshness.ts';
import type { ReadFile } from '../edge/files.ts';
import { didYouMean } from '../edge/nearest-endpoint.ts';
import { readEmptyFields } from '../input/empty-fields.ts';
import { checkQuery } from '../input/ignored.ts';
import { takeLargeBody } from '../input/large-bodies.ts';
import { takeForms } from '../input/multipart.ts';
import { checkFields } from '../input/unknown-fields.ts';
import { serializerCompiler, validatorCompiler } from '../input/validation.ts';
import { noSuchEndpoint } from '../kernel/failures.ts';
import { writeJson } from '../output/envelope.ts';
import { postTypeOperations as postTypes } from './catalog/post-types.ts';
import { statusChangeOperations as statusChanges } from './catalog/status-changes.ts';
import { statusOperations as statuses } from './catalog/statuses.ts';
import { tagOperations as tags } from './catalog/tags.ts';
import { changelogOperations } from './changelog/changelogs.ts';
import { auditOperations as audit } from './events/audit-log.ts';
import { deletionOperations as deletions } from './events/deletions.ts';
import { deliveryOperations as deliveries } from './events/deliveries.ts';
import { eventOperations as events } from './events/events.ts';
import { webhookOperations as webhooks } from './events/webhooks.ts';
import { commentOperations } from './feedback/comments.ts';
import { followerOperations as followers } from './feedback/followers.ts';
import { mergingOperations } from './feedback/merging.ts';
import { postOperations } from './feedback/posts.ts';
import { userContentOperations } from './feedback/user-content.ts';
import { viewOperations as views } from './feedback/views.ts';
import { voteOperations as votes } from './feedback/votes.ts';
import { BatchShape, batchOperations } from './kernel/batch.ts';
import { byExternalId, pathByExternalId } from './kernel/by-external-id.ts';
import { type Operation, readForm, refuseInvalid } from './kernel/operation.ts';
import { mailSettingsOperations as mailSettings } from './mail/mail-settings.ts';
import { noticeOperations as notices } from './mail/notices.ts';
import { suppressionOperations as suppressions } from './mail/suppressions.ts';
import { userOperations as users } from './people/users.ts';
import { exportOperations } from './porting/exports.ts';
import { importOperations as imports } from './porting/imports.ts';
import { exportOfUser } from './porting/user-export.ts';
import { banOperations as bans } from './site/bans.ts';
import { siteOperations } from './site/site.ts';
import { submissionOperations as submissions } from './site/submissions.ts';
import { visitorOperations as visitors } from './site/visitors.ts';
import { MeShape, meOperations } from './team/me.ts';
import { memberOperations as members } from './team/members.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Row = [Method, string, Operation];

export interface V1Options {
  admit: Admit;
  batches: Batches;
  limits: AccessLimits;
  uploads: UploadLimits;
  fresh: Freshness;
  fileUrl(attachment: Attachment): string;
  siteAddresses: SiteAddresses;
  readFile: ReadFile;
}

const tableOf = (app: FastifyInstance, options: V1Options): Row[] => {
  const { limits, uploads, batches, fileUrl, siteAddresses, readFile } = options;
  const me = meOperations(limits, uploads);
  const present = postPresenter(fileUrl);
  const presentComment = commentPresenter(fileUrl);
  const posts = postOperations(present, presentComment);
  const comments = commentOperations(presentComment);
  const merging = mergingOperations(present);
  const ofUser = userContentOperations(present, presentComment);
  const batch = batchOperations(app, batches, (method, path) => {
    const row = rowsAt(table, `/v1${path}`).find(([allowed]) => allowed === method);
    return row?.[2];
  });
  const changelogs = changelogOperations(changelogPresenter(fileUrl));
  const exports = exportOperations(readFile);
  const site = siteOperations(sitePresenter(fileUrl, siteAddresses));
  const table: Row[] = withExternalIds([
    ['GET', '/me', me.read],
    ['GET', '/members', members.list],

    ['GET', '/posts', posts.list],
    ['POST', '/posts', posts.create],
    ['GET', '/posts/:id', posts.read],
    ['PATCH', '/posts/:id', posts.update],
    ['DELETE', '/posts/:id', posts.remove],
    ['PUT', '/posts/by-external-id/:externalId', posts.upsert],
    ['GET', '/posts/similar', merging.similar],
    ['POST', '/posts/:id/merge', merging.merge],
    ['POST', '/posts/:id/unmerge', merging.unmerge],

    ['GET', '/posts/:id/comments', comments.list],
    ['POST', '/posts/:id/comments', comments.create],
    ['PUT', '/posts/:id/comments', comments.upsertMany],
    ['GET', '/comments', comments.feed],
    ['GET', '/comments/:id', comments.read],
    ['PATCH', '/comments/:id', comments.update],
    ['DELETE', '/comments/:id', comments.remove],
    ['GET', '/comments/by-external-id/:externalId', comments.readByExternalId],
    ['PUT', '/comments/by-external-id/:externalId', comments.upsert],
    ['DELETE', '/comments/by-external-id/:externalId', comments.removeByExternalId],

    ['GET', '/posts/:id/votes', votes.list],
    ['POST', '/posts/:id/votes', votes.add],
    ['PUT', '/posts/:id/votes', votes.addMany],
    ['DELETE', '/posts/:id/votes', votes.remove],
    ['GET', '/votes', votes.feed],
    ['GET', '/posts/:id/followers', followers.list],
    ['POST', '/posts/:id/followers', followers.add],
    ['PUT', '/posts/:id/followers', followers.addMany],
    ['DELETE', '/posts/:id/followers', followers.remove],
    ['GET', '/posts/:id/notices', notices.ofPost],

    ['GET', '/users', users.list],
    ['POST', '/users', users.upsert],
    ['GET', '/users/:id', users.read],
    ['PATCH', '/users/:id', users.update],
    ['DELETE', '/users/:id', users.remove],
    ['GET', '/users/:id/posts', ofUser.posts],
    ['GET', '/users/:id/comments', ofUser.comments],
    ['GET', '/users/:id/votes', ofUser.votes],
    ['GET', '/users/:id/following', followers.ofUser],
    ['GET', '/users/:id/mail', mailSettings.read],
    ['PATCH', '/users/:id/mail', mailSettings.update],
    ['GET', '/users/:id/export', exportOfUser(present, presentComment)],
    ['DELETE', '/users/:id/sessions', visitors.endSessions],

    ['POST', '/batch', batch.run],
    ['GET', '/events', events.list],
    ['GET', '/webhooks', webhooks.list],
    ['POST', '/webhooks', webhooks.create],
    ['GET', '/webhooks/:id', webhooks.read],
    ['PATCH', '/webhooks/:id', webhooks.update],
    ['DELETE', '/webhooks/:id', webhooks.remove],
    ['POST', '/webhooks/:id/rotate-secret', webhooks.rotateSecret],
    ['POST', '/webhooks/:id/test', webhooks.test],
    ['POST', '/webhooks/:id/replay', webhooks.replay],
    ['GET', '/webhooks/:id/deliveries', deliveries.list],
    ['GET', '/webhooks/:id/deliveries/:deliveryId', deliveries.read],
    ['POST', '/webhooks/:id/deliveries/:deliveryId/redeliver', deliveries.redeliver],
    ['GET', '/audit-log', audit.list],
    ['GET', '/deletions', deletions.list],

    ['GET', '/changelogs', changelogs.list],
    ['POST', '/changelogs', changelogs.create],
    ['GET', '/changelogs/:id', changelogs.read],
    ['PATCH', '/changelogs/:id', changelogs.update],
    ['DELETE', '/changelogs/:id', changelogs.remove],
    ['POST', '/changelogs/:id/publish', changelogs.publish],
    ['GET', '/changelogs/:id/notices', notices.ofChangelog],

    ['GET', '/statuses', statuses.list],
    ['POST', '/statuses', statuses.create],
    ['PUT', '/statuses/order', statuses.reorder],
    ['GET', '/statuses/:id', statuses.read],
    ['PATCH', '/statuses/:id', statuses.update],
    ['DELETE', '/statuses/:id', statuses.remove],

    ['GET', '/status-changes', statusChanges.list],
    ['GET', '/posts/:id/status-changes', statusChanges.ofPost],

    ['GET', '/post-types', postTypes.list],
    ['POST', '/post-types', postTypes.create],
    ['PUT', '/post-types/order', postTypes.reorder],
    ['GET', '/post-types/:id', postTypes.read],
    ['PATCH', '/post-types/:id', postTypes.update],
    ['DELETE', '/post-types/:id', postTypes.remove],

    ['GET', '/exports', exports.list],
    ['POST', '/exports', exports.create],
    ['GET', '/exports/:id', exports.read],
    ['DELETE', '/exports/:id', exports.remove],
    ['GET', '/exports/:id/file', exports.download],

    ['GET', '/imports', imports.list],
    ['POST', '/imports', imports.create],
    ['GET', '/imports/:id', imports.read],
    ['DELETE', '/imports/:id', imports.remove],
    ['POST', '/imports/:id/start', imports.start],
    ['POST', '/imports/:id/undo', imports.undo],
    ['POST', '/imports/:id/cancel', imports.cancel],

    ['GET', '/tags', tags.list],
    ['POST', '/tags', tags.create],
    ['GET', '/tags/:id', tags.read],
    ['PATCH', '/tags/:id', tags.update],
    ['DELETE', '/tags/:id', tags.remove],

    ['GET', '/views', views.list],
    ['POST', '/views', views.create],
    ['GET', '/views/:id', views.read],
    ['PATCH', '/views/:id', views.update],
    ['DELETE', '/views/:id', views.remove],

    ['GET', '/site', site.read],
    ['PATCH', '/site', site.update],
    ['PUT', '/site/logo', site.setLogo],
    ['DELETE', '/site/logo', site.removeLogo],
    ['POST', '/site/identity-secret', visitors.createSecret],
    ['POST', '/visitor-tokens', visitors.createToken],

    ['GET', '/submissions', submissions.list],
    ['GET', '/submissions/:id', submissions.read],
    ['POST', '/submissions/:id/approve', submissions.approve],
    ['POST', '/submissions/:id/reject', submissions.reject],
    ['POST', '/submissions/:id/merge', submissions.merge],
    ['GET', '/reports', bans.reports],
    ['DELETE', '/reports/:id', bans.removeReport],
    ['GET', '/bans', bans.list],
    ['PUT', '/users/:id/ban', bans.ban],
    ['DELETE', '/users/:id/ban', bans.unban],

    ['GET', '/suppressions', suppressions.list],
    ['POST', '/suppressions', suppressions.create],
    ['GET', '/suppressions/:id', suppressions.read],
    ['DELETE', '/suppressions/:id', suppressions.remove],
  ]);
  return table;
};

/** Every route of one post is also mounted under its external id. */
function withExternalIds(table: readonly Row[]): Row[] {
  const others = table.flatMap(([method, path, operation]): Row[] => {
    const other = pathByExternalId(path);
    return other === undefined ? [] : [[method, other, byExternalId(operation)]];
  });
  return [...table, ...others];
}

const shapes = [
  ErrorShape,
  Deleted,
  MeShape,
  RichTextShape,
  RichTextNodeShape,
  RichTextMarkShape,
  UserShape,
  VoterShape,
  PersonFieldsShape,
  UserExportShape,
  TagShape,
  ViewShape,
  AttachmentShape,
  PostShape,
  PostDetailShape,
  SimilarPostShape,
  ChangelogShape,
  CommentShape,
  BulkCommentShape,
  VoteShape,
  VoteOutcomeShape,
  BulkVoteShape,
  FollowerShape,
  FollowedPostShape,
  FollowOutcomeShape,
  BulkFollowShape,
  MailSettingsShape,
  SuppressionShape,
  NoticeShape,
  WouldNotifyShape,
  BatchShape,
  AuditEntryShape,
  DeletionShape,
  StatusShape,
  StatusChangeShape,
  PostTypeShape,
  WebhookShape,
  DeliveryShape,
  ExportShape,
  ImportReasonShape,
  ImportShape,
  ImportSummaryShape,
  SiteShape,
  SubmissionShape,
  ReportShape,
  BanShape,
  MemberShape,
];

/** All named schemas: the resources, then the bodies and pages of the operations, without repeats. */
function documentedShapes(table: readonly Row[]): object[] {
  const ofOperations = table.flatMap(([, , operation]) => operation.shapes);
  return [...new Map([...shapes, ...ofOperations].map((shape) => [nameOf(shape), shape])).values()];
}

export async function v1(app: FastifyInstance, options: V1Options): Promise<void> {
  const { fresh } = options;
  const table = tableOf(app, options);
  for (const shape of documentedShapes(table)) app.addSchema(shape);
  takeForms(app);

  app.decorateRequest('upload', undefined);
  app.decorateRequest('freshState', undefined);
  app.decorateRequest('dependsOnTime', false);
  app.decorateRequest('version', undefined);
  app.decorateRequest('answerState', undefined);
  app.decorateRequest('queryKey', '');
  app.decorateRequest('ignored');
  app.decorateRequest('isPartOfBatch', false);
  app.decorateRequest('quota', undefined);
  app.decorateRequest('waitedMs', 0);
  const compress = compressing(newCompressor(), fresh.keepEncoded);
  app.addHook('onRequest', options.admit);
  app.addHook('onRequest', (request, reply, done) => {
    if (request.is404) refusePath(table, request, reply);
    checkPathId(request);
    done();
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const body = await compress(request, reply, fresh.tag(request, reply, payload));
    fresh.giveUpWaiting(request);
    return body;
  });
  app.addHook('onResponse', (request, _reply, done) => {
    fresh.giveUpWaiting(request);
    done();
  });

  for (const [method, url, operation] of table) {
    const { schema, handler, errors, body, bulk, collects, locate, untagged = false } = operation;
    const { conditional = method !== 'GET' && method !== 'POST', queryWords } = operation;
    const shared = {
      method,
      url,
      schema,
      validatorCompiler,
      serializerCompiler,
      config: { untagged, errors, conditional, locate, queryWords },
    };
    const check = checkQuery(queryWords);
    if (method === 'GET') {
      const answer = answering(handler, locate);
      app.route({ ...shared, onRequest: check, handler: untagged ? answer : fromCache(fresh, answer) });
      continue;
    }
    const isLarge = bulk?.maxBodyBytes !== undefined;
    app.route({
      ...shared,
      onRequest: isLarge ? [check, takeLargeBody] : check,
      ...(isLarge && { bodyLimit: bulk.maxBodyBytes }),
      preValidation: [readForm(operation), readEmptyFields(method, body)],
      attachValidation: true,
      preHandler: [checkFields(operation), refuseInvalid(collects), chargeBulk(bulk)],
      handler,
    });
  }

  // Needed only to run the hooks above, which refuse unknown paths.
  app.setNotFoundHandler(() => {
    throw noSuchEndpoint();
  });
}

/** In the handler and not in a hook: Fastify waits for the end of a response that an async hook has sent. */
const fromCache =
  (fresh: Freshness, answer: Operation['handler']): Operation['handler'] =>
  async (request, reply) => {
    const known = await fresh.check(request, reply);
    return known === undefined ? answer(request, reply) : known;
  };

/** Large responses are written in pieces, so that serializing one does not block the event loop. */
const answering =
  (handler: Operation['handler'], locate: Operation['locate']): Operation['handler'] =>
  async (request, reply) => {
    if (locate !== undefined) await locate(request);
    const answer = await handler(request, reply);
    // The handler has sent the response itself.
    return answer === undefined ? reply : writeJson(request, reply, answer);
  };

/** Refuses unknown paths and methods before the body is read. */
function refusePath(table: readonly Row[], { method, url }: FastifyRequest, reply: FastifyReply): never {
  const allowed = methodsOf(table, url);
  if (allowed.length === 0) throw noSuchEndpoint(didYouMean(table, method, url));
  reply.header('allow', allowed.join(', '));
  throw new Failure('METHOD_NOT_ALLOWED', `This endpoint takes ${allowed.join(', ')}.`);
}

const idShape = /^[A-Za-z0-9_-]{1,64}$/;

function checkPathId({ params }: FastifyRequest): void {
  const { id } = params as { id?: string };
  if (id !== undefined && !idShape.test(id)) {
    throw badField('id', 'must be 1 to 64 letters, digits, hyphens and underscores.');
  }
}

/** A segment that cannot be decoded stays as it is, as in the router. */
function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The methods allowed at the path of this URL. */
function methodsOf(table: readonly Row[], url: string): string[] {
  const methods = rowsAt(table, url).flatMap(([method]) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...new Set(methods)];
}

/** The operations at the path of this URL. As in the router, a literal segment goes before a parameter. */
function rowsAt(table: readonly Row[], url: string): Row[] {
  // Proxies may send an absolute URL in place of the path. Everything else follows the router.
  const [path = ''] = url.replace(/^https?:\/\/[^/?]*/i, '').split(/[?#]/, 1);
  const [, , ...below] = path.replace(/\/$/, '').split('/');
  const segments = ['', ...below.map(decodedSegment)];
  const rows = table.filter(([, pattern]) => {
    const expected = pattern.split('/');
    const matches = (part: string, index: number) => part.startsWith(':') || part === segments[index];
    return expected.length === segments.length && expected.every(matches);
  });
  const literalFirst = (pattern: string) => pattern.replace(/:\w+/g, '~');
  return rows.sort(([, one], [, other]) => (literalFirst(one) < literalFirst(other) ? -1 : 1));
}
