// Users in API responses, and the ways a request can refer to a person.

import Type, { type Static } from 'typebox';
import type { Voter } from '../../domain/feedback/vote.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import type { NamedPerson, ReferenceFields, User, UserReference } from '../../domain/people/user.ts';
import { dateTime, identifier, named, nullable, sharedFields } from '../kernel/common.ts';

const userFields = {
  id: identifier('user'),
  externalId: nullable<string>('string', { description: "The person's ID in your own system." }),
  name: nullable<string>('string'),
  email: nullable<string>('string'),
  avatarUrl: nullable<string>('string'),
  createdAt: dateTime(),
};

export const UserShape = named('User', userFields, { description: 'A person who gives feedback.' });
export const VoterShape = named(
  'Voter',
  { ...userFields, votedAt: dateTime() },
  { description: 'A user and when they voted.' },
);

const given = (description: string) => Type.Optional(nullable<string>('string', { description }));

const editFields = {
  externalId: given("The person's ID in your own system, 1 to 255 characters; unique in the workspace."),
  email: given('Unique in the workspace, case-insensitive.'),
  name: given('1 to 200 characters.'),
  avatarUrl: given('An http or https URL.'),
};

export const UserIn = named('UserIn', editFields, {
  description: 'At least one of `externalId`, `email` and `name` is required; null counts as absent.',
  examples: [{ externalId: 'crm-7', email: 'ada@example.com', name: 'Ada Lovelace' }],
});

export const UserPatchIn = named('UserPatchIn', editFields, {
  description: 'Changes only the fields you send; null clears a field.',
  examples: [{ name: 'Ada King', avatarUrl: null }],
});

export const presentUser = (user: User): Static<typeof UserShape> => ({
  id: user.id,
  externalId: user.externalId,
  name: user.name,
  email: user.email,
  avatarUrl: user.avatarUrl,
  createdAt: toIso(user.createdAt),
});

/** Lists the fields instead of spreading, for speed: a page may have a thousand voters per post. */
export const presentVoter = ({ user, votedAt }: Voter): Static<typeof VoterShape> => ({
  id: user.id,
  externalId: user.externalId,
  name: user.name,
  email: user.email,
  avatarUrl: user.avatarUrl,
  createdAt: toIso(user.createdAt),
  votedAt: toIso(votedAt),
});

export const userExample = {
  id: 'user_01jz3k8n5yegs9t2w6qv4m7r8c',
  externalId: 'crm-7',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  avatarUrl: null,
  createdAt: '2026-01-31T09:15:02.123Z',
};

const referenceFields = {
  id: Type.Optional(Type.String()),
  externalId: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  avatarUrl: Type.Optional(Type.String()),
};

/** The OpenAPI document references a schema with a title by that name. */
const reference = Type.Object(referenceFields, {
  title: 'UserReference',
  description:
    'Looked up by ID, then external ID, then email, and created if new. An unknown ID is an error.',
});

const flat = (description: string) => Type.Optional(Type.String({ description }));

/** Wherever a request names a person, `author` and `user` both work, as an object or as flat fields (contract §5). */
export const personFields = {
  author: Type.Optional(reference),
  authorId: flat('The ID of an existing user.'),
  authorExternalId: flat("The person's ID in your own system."),
  authorEmail: flat('An email address, case-insensitive.'),
  authorName: flat('Used if the person is new or has no name yet.'),
  authorAvatarUrl: flat('Used if the person is new or has no avatar yet.'),
  user: Type.Optional(reference),
  userId: flat('Alias of `authorId`.'),
  userExternalId: flat('Alias of `authorExternalId`.'),
  userEmail: flat('Alias of `authorEmail`.'),
  userName: flat('Alias of `authorName`.'),
  userAvatarUrl: flat('Alias of `authorAvatarUrl`.'),
};

export const PersonFieldsShape = named('PersonFields', personFields, {
  description: 'Names a person: `author` and `user` both work, as an object or as flat fields.',
  [sharedFields]: true,
});

/** An entry in a list of people: either the fields of a reference, or any of the forms above. */
export const listedPersonFields = { ...referenceFields, ...personFields };

type ListedPersonIn = PersonIn & Static<typeof reference>;

export function readListedPerson(entry: ListedPersonIn, list: string, index: number): NamedPerson {
  const { reference: found, fields } = readPerson(
    { ...entry, user: { ...entry, ...entry.user } },
    'user',
  ) ?? {
    reference: {},
    fields: flatFields('user'),
  };
  const named = parts.map((part) => [part, `${list}.${index}.${fields[part].replace(/^user\./, '')}`]);
  return { reference: found, fields: Object.fromEntries(named) as ReferenceFields };
}

/** A person named in an entry of a list, with the fields of that entry. */
export function withinEntry(
  person: NamedPerson | undefined,
  list: string,
  index: number,
): NamedPerson | undefined {
  if (person === undefined) return undefined;
  const named = parts.map((part) => [part, `${list}.${index}.${person.fields[part]}`]);
  return { ...person, fields: Object.fromEntries(named) as ReferenceFields };
}

const flatFields = (spelling: 'author' | 'user'): ReferenceFields =>
  Object.fromEntries(parts.map((part) => [part, flatName(spelling, part)])) as ReferenceFields;

export type PersonIn = {
  [Name in keyof typeof personFields]?: Static<(typeof personFields)[Name]> | undefined;
};

const parts = ['id', 'externalId', 'email', 'name', 'avatarUrl'] as const;

/** The person that a body names, and the field of each part. An object takes precedence over flat fields. */
export function readPerson(body: PersonIn, preferred: 'author' | 'user'): NamedPerson | undefined {
  const found: UserReference = {};
  const fields = flatFields(preferred);
  const spellings = preferred === 'author' ? (['author', 'user'] as const) : (['user', 'author'] as const);
  for (const part of parts) {
    for (const [field, value] of candidates(body, spellings, part)) {
      if (value === undefined) continue;
      found[part] = value;
      fields[part] = field;
      break;
    }
  }
  return Object.keys(found).length === 0 ? undefined : { reference: found, fields };
}

const candidates = (
  body: PersonIn,
  spellings: readonly ('author' | 'user')[],
  part: keyof UserReference,
): [field: string, value: string | undefined][] => [
  ...spellings.map((name): [string, string | undefined] => [`${name}.${part}`, body[name]?.[part]]),
  ...spellings.map((name): [string, string | undefined] => {
    const field = flatName(name, part);
    return [field, body[field]];
  }),
];

type FlatName = Exclude<keyof typeof personFields, 'author' | 'user'>;

const flatName = (spelling: 'author' | 'user', part: keyof UserReference): FlatName =>
  `${spelling}${part.charAt(0).toUpperCase()}${part.slice(1)}` as FlatName;
