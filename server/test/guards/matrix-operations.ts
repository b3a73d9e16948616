// Every operation of the OpenAPI document, and every reference to an object in its path, query string, filters and
// body. A name missing from the table below fails the matrices.

import type { FastifyInstance } from 'fastify';
import { documentOf, kindOfSegment, type Parameter, type Schema } from './document.ts';

export interface Operation {
  id: string;
  method: string;
  /** Relative to /v1, with parameters in braces. */
  path: string;
  parameters: Parameter[];
  json: Schema | undefined;
  form: Schema | undefined;
}

export type Kind =
  | 'post'
  | 'comment'
  | 'user'
  | 'status'
  | 'postType'
  | 'tag'
  | 'changelog'
  | 'postFile'
  | 'changelogFile'
  | 'webhook'
  | 'delivery'
  | 'export'
  | 'import'
  | 'key';

/** What a value references: an object by id, an object by external name, or a position in a list. */
export type Meaning = Kind | 'externalId' | 'email' | 'next';

export interface Place {
  operation: Operation;
  in: 'path' | 'query' | 'filter' | 'json' | 'form';
  /** The path to it. */
  names: string[];
  isList: boolean;
  meaning: Meaning;
}

const kindOf: Record<string, Kind> = kindOfSegment;

/** `own` is the kind in the path, `file` one of its files, `any` every kind with a path, in turn. */
const meanings: Record<string, Meaning | 'own' | 'file' | 'any'> = {
  id: 'user',
  authorId: 'user',
  userId: 'user',
  voterId: 'user',
  postId: 'post',
  intoId: 'post',
  mergedIntoId: 'post',
  linkedPostIds: 'post',
  parentId: 'comment',
  statusId: 'status',
  nextStatusIds: 'status',
  postTypeId: 'postType',
  typeId: 'postType',
  tags: 'tag',
  tag: 'tag',
  removeAttachmentIds: 'file',
  deliveryId: 'delivery',
  ids: 'own',
  moveTo: 'own',
  objectId: 'any',
  actorId: 'key',
  externalId: 'externalId',
  authorExternalId: 'externalId',
  userExternalId: 'externalId',
  postExternalId: 'externalId',
  parentExternalId: 'externalId',
  email: 'email',
  authorEmail: 'email',
  userEmail: 'email',
  voterEmail: 'email',
  after: 'next',
};

/** Objects to descend into. */
const containers = new Set(['author', 'user', 'voters', 'comments', 'when']);

/** Names that reference nothing in a workspace. Batch operations have their own cases. */
const plain = new Set(
  `action atLeast atomic attachments authorAvatarUrl authorName avatarUrl category color completeLinkedPosts content
  contentFormat createdAt createdBefore createdSince cursor description descriptionFormat enabled filters format headers include
  dryRun fetchFiles file importedVotes includeLedger isDefault isPrivate kind label labels
  limit mapping merged metric name onDuplicate operations position private publishedAt search since slug sortBy source sourceUrl state
  statusCategory statusComment title types updatedSince url userAvatarUrl userName voteAsAuthor votedAt wait
  Idempotency-Key If-Match If-None-Match Prefer`.split(/\s+/),
);

export const operationsOf = (app: FastifyInstance): Operation[] => {
  const document = documentOf(app);
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [], requestBody }]) => ({
      id: operationId,
      method: method.toUpperCase(),
      path,
      parameters,
      json: requestBody?.content['application/json']?.schema,
      form: requestBody?.content['multipart/form-data']?.schema,
    })),
  );
};

export const isWrite = ({ method }: Operation): boolean => method !== 'GET';

export function kindOfPath({ id, path }: Operation): Kind {
  const kind = kindOf[path.split('/')[1] ?? ''];
  if (kind === undefined)
    throw new Error(`No kind is known for ${path} of ${id}: add it to kindOfSegment in document.ts.`);
  return kind;
}

function meaningsOf(operation: Operation, name: string, where: Place['in']): Meaning[] {
  if (where === 'path' && name === 'id') return [kindOfPath(operation)];
  const meaning = meanings[name];
  if (meaning === 'own') return [kindOfPath(operation)];
  if (meaning === 'file') return [kindOfPath(operation) === 'changelog' ? 'changelogFile' : 'postFile'];
  if (meaning === 'any') return Object.values(kindOfSegment);
  if (meaning !== undefined) return [meaning];
  if (plain.has(name)) return [];
  throw new Error(
    `The ${where} of ${operation.id} has "${name}", which the matrices do not know: add it to "meanings", ` +
      '"containers" or "plain" in matrix-operations.ts.',
  );
}

/** Every reference to an object in an operation's requests. */
export function placesOf(operation: Operation): Place[] {
  const at = (where: Place['in'], names: string[], isList = false): Place[] =>
    meaningsOf(operation, names.at(-1) ?? '', where).map((meaning) => ({
      operation,
      in: where,
      names,
      isList,
      meaning,
    }));
  const inside = (where: 'json' | 'form', schema: Schema | undefined, before: string[] = []): Place[] =>
    Object.entries(schema?.properties ?? {}).flatMap(([name, field]) =>
      containers.has(name)
        ? inside(where, field.items ?? field, [...before, name])
        : at(where, [...before, name], [field.type].flat().includes('array')),
    );
  return [
    ...operation.parameters.flatMap((parameter) =>
      at(parameter.in === 'path' ? 'path' : 'query', [parameter.name]),
    ),
    ...filterKeysOf(operation).flatMap((key) => at('filter', [key])),
    ...inside('json', operation.json),
    ...inside('form', operation.form),
  ];
}

/** The words in backticks of the `filters` description, without those in parentheses. */
function filterKeysOf({ parameters }: Operation): string[] {
  const { description = '' } = parameters.find(({ name }) => name === 'filters') ?? {};
  const bare = description.replace(/\([^)]*\)/g, '').replace('`key:value`', '');
  return [...bare.matchAll(/`(\w+)`/g)].map(([, word = '']) => word);
}
