// The shapes of the API under short names, and how to read them off the generated operations. Types only.

import type { Includes } from './generated/lists.ts';
import type { components, operations } from './generated/openapi.ts';
import type { FileInput } from './uploads.ts';

type Schemas = components['schemas'];

export type Attachment = Schemas['Attachment'];
export type AuditEntry = Schemas['AuditEntry'];
/** A person who may not write on the public site. */
export type Ban = Schemas['Ban'];
export type BatchOutcome = Schemas['Batch'];
export type BulkFollow = Schemas['BulkFollow'];
export type BulkVote = Schemas['BulkVote'];
export type Changelog = Schemas['Changelog'];
export type Deleted = Schemas['Deleted'];
export type Delivery = Schemas['Delivery'];
export type DeliveryDetail = Schemas['DeliveryDetail'];
/** An event of the feed. `type` tells which object `data` holds. */
export type EarshotEvent = Schemas['WorkspaceEvent'];
export type EventPage = Schemas['EventPage'];
export type EventType = EarshotEvent['type'];
export type Export = Schemas['Export'];
export type FeedbackComment = Schemas['FeedbackComment'];
export type FollowedPost = Schemas['FollowedPost'];
export type Follower = Schemas['Follower'];
export type FollowOutcome = Schemas['FollowOutcome'];
export type Import = Schemas['Import'];
/** An import in a list. */
export type ImportSummary = Schemas['ImportSummary'];
/** What a person wants to be told by mail. */
export type MailSettings = Schemas['MailSettings'];
export type Me = Schemas['Me'];
export type Member = Schemas['Member'];
export type Post = Schemas['Post'];
export type PostDetail = Schemas['PostDetail'];
export type PostType = Schemas['PostType'];
/** A visitor's notice about a public post or comment. */
export type Report = Schemas['ContentReport'];
export type RichText = Schemas['RichTextDocument'];
export type SimilarPost = Schemas['SimilarPost'];
/** The settings of the public site. */
export type Site = Schemas['Site'];
export type VisitorToken = Schemas['VisitorToken'];
export type IdentitySecret = Schemas['IdentitySecret'];
export type Status = Schemas['Status'];
export type StatusChange = Schemas['StatusChange'];
/** Something that a visitor sent from the public site. */
export type Submission = Schemas['Submission'];
/** An address that gets no mail. */
export type View = Schemas['View'];
export type Suppression = Schemas['Suppression'];
export type Tag = Schemas['Tag'];
export type Deletion = Schemas['Deletion'];
export type User = Schemas['User'];
export type UserExport = Schemas['UserExport'];
export type Vote = Schemas['Vote'];
export type VoteOutcome = Schemas['VoteOutcome'];
export type Voter = Schemas['Voter'];
export type Webhook = Schemas['Webhook'];
export type WebhookRule = Schemas['WebhookRule'];
export type WebhookWithSecret = Schemas['WebhookWithSecret'];

/** An operation of the API, by its operationId. */
export type OperationId = keyof operations;

type Json<Part> = Part extends { content: { 'application/json': infer Body } } ? Body : never;
type ResponsesOf<Op extends OperationId> = operations[Op]['responses'];

type SuccessOf<Op extends OperationId> = ResponsesOf<Op>[keyof ResponsesOf<Op>];

/** The `data` of a success; the response itself for a file. */
export type DataOf<Op extends OperationId> =
  SuccessOf<Op> extends { content: { 'application/zip': unknown } }
    ? Response
    : Json<SuccessOf<Op>> extends { data: infer Data }
      ? Data
      : never;

/** The JSON body that an operation takes. */
export type BodyOf<Op extends OperationId> = Json<operations[Op]['requestBody']>;

/** The operations that take JSON or no body at all. */
export type JsonOperationId = {
  [Op in OperationId]: operations[Op]['requestBody'] extends Form
    ? [BodyOf<Op>] extends [never]
      ? never
      : Op
    : Op;
}[OperationId];

/** Whether an operation works without its body. */
export type IsBodyOptional<Op extends OperationId> = undefined extends operations[Op]['requestBody']
  ? true
  : false;

type Form = { content: { 'multipart/form-data': unknown } };

/** What a caller gives to a write: the body, and files where a form is taken too. */
export type FieldsOf<Op extends OperationId> = operations[Op]['requestBody'] extends Form
  ? BodyOf<Op> & { attachments?: readonly FileInput[] | undefined }
  : BodyOf<Op>;

/** The parameters in the path of an operation. */
export type PathOf<Op extends OperationId> = operations[Op]['parameters'] extends { path: infer Path }
  ? Path
  : undefined;

/** The query string of an operation, as it is on the wire. */
export type QueryOf<Op extends OperationId> = NonNullable<operations[Op]['parameters']['query']>;

/** The operations whose path needs exactly these parameters. */
export type OperationOn<Path> = {
  [Op in OperationId]: [PathOf<Op>, Path] extends [Path, PathOf<Op>] ? Op : never;
}[OperationId];

/** What an operation can include. */
export type IncludeOf<Op extends OperationId> = Op extends keyof Includes ? Includes[Op] : never;

/** An include fills the field of its name; after a dot it says more about that field. Details are several fields. */
type FieldOf<Include> = Include extends 'details'
  ? DetailField
  : Include extends `${infer Field}.${string}`
    ? Field
    : Include;

/** A field that a post in a list may have, and a single post always has. */
type DetailField = {
  [Field in keyof Post & keyof PostDetail]: undefined extends PostDetail[Field] ? never : Field;
}[keyof Post & keyof PostDetail];

/** `T` with what was included. A list of includes that is not known when compiling promises nothing. */
export type With<T, I extends readonly string[]> = number extends I['length']
  ? T
  : [I[number]] extends [never]
    ? T
    : T & Required<Pick<T, FieldOf<I[number]> & keyof T>>;
