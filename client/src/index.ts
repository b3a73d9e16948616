// What the package offers.

export type { Answer, Call, RateLimit } from './answer.ts';
export { Earshot } from './earshot.ts';
export {
  EarshotConnectionError,
  EarshotError,
  EarshotWebhookError,
  type ErrorCode,
  type FieldFault,
  type WebhookFault,
} from './errors.ts';
export type { OneOrMore } from './generated/lists.ts';
export type { Paging, PostName } from './operations.ts';
export type {
  CallOptions,
  ConditionalOptions,
  EarshotOptions,
  EditOptions,
  Fetch,
  Sleep,
  WriteOptions,
} from './options.ts';
export { List, type Page } from './paging.ts';
export type { AllStatusChangeFilters } from './resources/catalog/status-changes.ts';
export type { StatusFilters } from './resources/catalog/statuses.ts';
export type { TagFilters } from './resources/catalog/tags.ts';
export type { ChangelogFilters, ChangelogInclude } from './resources/changelog/changelogs.ts';
export type { AuditFilters } from './resources/events/audit-log.ts';
export type { DeletionFilters } from './resources/events/deletions.ts';
export type { EventPattern, EventQuery } from './resources/events/events.ts';
export type { DeliveryFilters, WebhookFilters } from './resources/events/webhooks.ts';
export type { CommentFilters } from './resources/feedback/comments.ts';
export type {
  ListedPostInclude,
  PostFilters,
  PostInclude,
  StatusChangeFilters,
} from './resources/feedback/posts.ts';
export type { ViewFilters } from './resources/feedback/views.ts';
export type { VoteFilters } from './resources/feedback/votes.ts';
export { type BatchOperation, Reference, ref } from './resources/kernel/batch.ts';
export type { SuppressionFilters } from './resources/mail/suppressions.ts';
export type { UserCommentFilters, UserFilters } from './resources/people/users.ts';
export type { ImportFields } from './resources/porting/imports.ts';
export type { SubmissionFilters } from './resources/site/moderation.ts';
export type { MemberFilters } from './resources/team/members.ts';
export type {
  Attachment,
  AuditEntry,
  Ban,
  BatchOutcome,
  BodyOf,
  BulkFollow,
  BulkVote,
  Changelog,
  DataOf,
  Deleted,
  Deletion,
  Delivery,
  DeliveryDetail,
  EarshotEvent,
  EventPage,
  EventType,
  Export,
  FeedbackComment,
  FieldsOf,
  FollowedPost,
  Follower,
  FollowOutcome,
  Import,
  ImportSummary,
  MailSettings,
  Me,
  Member,
  OperationId,
  Post,
  PostDetail,
  PostType,
  Report,
  RichText,
  SimilarPost,
  Site,
  Status,
  StatusChange,
  Submission,
  Suppression,
  Tag,
  User,
  UserExport,
  View,
  Vote,
  VoteOutcome,
  Voter,
  Webhook,
  WebhookRule,
  WebhookWithSecret,
} from './types.ts';
export type { ByteStream, FileContent, FileInput } from './uploads.ts';
export { type VerifyWebhookOptions, verifyWebhook, type WebhookHeaders } from './verify-webhook.ts';
