// What the package offers.

export type { Answer, Call, RateLimit } from './answer.ts';
export { type BatchOperation, Earshot } from './earshot.ts';
export { EarshotConnectionError, EarshotError, type ErrorCode, type FieldFault } from './errors.ts';
export type { Paging } from './operations.ts';
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
export type {
  CommentFilters,
  UserCommentFilters,
  UserFilters,
  VoteFilters,
} from './resources/people.ts';
export type {
  ListedPostInclude,
  OneOrMore,
  PostFilters,
  PostInclude,
  StatusChangeFilters,
} from './resources/posts.ts';
export type {
  AllStatusChangeFilters,
  AuditFilters,
  ChangelogFilters,
  ChangelogInclude,
  DeletionFilters,
  StatusFilters,
  TagFilters,
} from './resources/workspace.ts';
export type {
  Attachment,
  AuditEntry,
  BatchOutcome,
  BodyOf,
  BulkVote,
  Changelog,
  Comment,
  DataOf,
  Deleted,
  Deletion,
  FieldsOf,
  Me,
  OperationId,
  Post,
  PostDetail,
  PostType,
  RichText,
  SimilarPost,
  Status,
  StatusChange,
  Tag,
  User,
  UserExport,
  Vote,
  VoteOutcome,
  Voter,
} from './types.ts';
export type { ByteStream, FileContent, FileInput } from './uploads.ts';
