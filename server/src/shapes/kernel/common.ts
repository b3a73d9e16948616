// Building blocks of all shapes.

import Type, { type TProperties, type TSchema } from 'typebox';
import { failureCodes } from '../../domain/kernel/failure.ts';

type Options = Record<string, unknown>;

export const nullable = <T>(type: string, options: Options = {}) =>
  Type.Unsafe<T | null>({ type: [type, 'null'], ...options });

export const oneOf = <const T extends readonly string[]>(values: T, options: Options = {}) =>
  Type.Unsafe<T[number]>({ type: 'string', enum: [...values], ...options });

/** For a field that objects have had only since a later version. */
export const absentBefore = 'Absent in events that an older version wrote.';

export const dateTime = (options: Options = {}) =>
  Type.String({ format: 'date-time', examples: ['2026-01-31T09:15:02.123Z'], ...options });

export const identifier = (prefix: string, options: Options = {}) =>
  Type.String({ examples: [`${prefix}_01jz3k8n5yegs9t2w6qv4m7r8c`], ...options });

/** A schema that the OpenAPI document references by name. */
export const named = <P extends TProperties>(name: string, properties: P, options: Options = {}) =>
  Type.Object(properties, { $id: name, title: name, ...options });

/** An option of a named schema: the name of another one whose properties it has too, and which it requires too. */
export const extendedSchema = 'x-extends';

/** An option of a named schema: wherever another schema has all its properties, the document references it. */
export const sharedFields = 'x-shared-fields';

/** The name that `named` gave. */
export function nameOf(shape: TSchema): string {
  if ('$id' in shape && typeof shape.$id === 'string') return shape.$id;
  throw new Error('Only a shape with a name of its own can be referred to.');
}

export const ErrorShape = named(
  'ApiError',
  {
    error: Type.Object({
      code: oneOf(failureCodes),
      message: Type.String({ description: 'One sentence for developers.' }),
      status: Type.Integer({ description: 'Equals the HTTP status.' }),
      details: Type.Optional(
        Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), {
          description: 'On 400: every invalid field.',
        }),
      ),
    }),
  },
  { description: 'The body of every error.' },
);

/** A page of items under their plural name. Pages of `Post` are named `PostPage`. */
export const pageOf = (plural: string, item: string) => named(pageName(item), pageFields(plural, item));

export const pageName = (item: string): string => `${item}Page`;

export const pageFields = (plural: string, item: string) => ({
  [plural]: Type.Array(Type.Ref(item)),
  cursor: Type.Integer({
    description: 'The number of the next page if `hasMore` is true; otherwise the number of this page.',
  }),
  hasMore: Type.Boolean(),
  total: Type.Optional(
    Type.Integer({
      description: 'With `include=total`: the number of items on all pages, exact up to 10,000.',
    }),
  ),
  totalIsMore: Type.Optional(
    Type.Literal(true, { description: 'There are more than `total`, which is 10,000 then.' }),
  ),
  next: nullable<string>('string', {
    description:
      'An opaque cursor. Send it as `after` to get the next page at constant cost; null on the last page.',
  }),
});

export const pageExample = (plural: string, item: unknown) => ({
  [plural]: [item],
  cursor: 2,
  hasMore: true,
  next: 'WyJyZWNlbnQiLDE3Njk4NTA5MDIxMjMsInBvc3RfMDFrZyJd',
});

export const pageParameters = {
  cursor: Type.Optional(
    Type.Integer({
      minimum: 1,
      default: 1,
      description:
        'Page number, at any depth; past the end, a page is empty. To read a whole list, `after` costs less.',
    }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 20,
      description: 'Results per page; clamped to 1…100.',
    }),
  ),
  after: Type.Optional(
    Type.String({
      description: 'The `next` of the previous page. Works at any depth and overrides `cursor`.',
    }),
  ),
};

export const idParameter = (thing: string, prefix: string) =>
  Type.Object({ id: identifier(prefix, { description: `The ${thing}'s ID.`, maxLength: 64 }) });

export const externalIdParameter = (thing: string) =>
  Type.Object({
    externalId: Type.String({
      description: `The ${thing}'s ID in your own system, percent-encoded.`,
      maxLength: 255,
      examples: ['crm-7'],
    }),
  });

export const Deleted = named(
  'Deleted',
  { id: Type.String(), deleted: Type.Literal(true) },
  { description: 'The ID of the deleted object.' },
);
