// How the host application lets visitors in, in API requests and responses.

import Type, { type Static, type TProperties } from 'typebox';
import { toIso } from '../../domain/kernel/clock.ts';
import { type KeyMode, keyModes } from '../../domain/team/api-key.ts';
import { dateTime, identifier, named, nullable, oneOf } from '../kernel/common.ts';

const personFields = {
  externalId: Type.Optional(
    nullable<string>('string', {
      description: "The person's ID in your own system, 1 to 255 characters. They are found by it alone.",
    }),
  ),
  email: Type.Optional(
    nullable<string>('string', {
      description:
        'Added if no one else has it. Joins a person without an external ID only if it is verified.',
    }),
  ),
  emailVerified: Type.Optional(
    nullable<boolean>('boolean', {
      description: 'Whether you have proven that the address is theirs. Only say so if you have.',
    }),
  ),
  name: Type.Optional(nullable<string>('string', { description: '1 to 200 characters. Never overwritten.' })),
  avatarUrl: Type.Optional(nullable<string>('string', { description: 'An http or https URL.' })),
} satisfies TProperties;

export const VisitorTokenIn = named(
  'VisitorTokenIn',
  {
    ...personFields,
    user: Type.Optional(Type.Object(personFields, { description: 'The same fields as an object.' })),
    returnTo: Type.Optional(
      nullable<string>('string', {
        description: 'The path of the site to show afterwards, such as `/roadmap`; `/` by default.',
      }),
    ),
  },
  {
    description: '`externalId` is required, here or in `user`.',
    examples: [{ externalId: 'crm-7', name: 'Ada Lovelace', email: 'ada@example.com', emailVerified: true }],
  },
);

/** The person as one object; fields of `user` win. */
export const readVisitor = ({ user, ...flat }: Static<typeof VisitorTokenIn>) => ({ ...flat, ...user });

export const VisitorTokenShape = named(
  'VisitorToken',
  {
    url: Type.Optional(
      Type.String({
        description:
          'Signs the person in, once: send the browser there immediately. Not in a replay (`Idempotent-Replayed: true`).',
      }),
    ),
    expiresAt: dateTime({ description: 'A minute later.' }),
  },
  { description: 'A link that signs one person in to the public site.' },
);

export const presentVisitorToken = ({
  url,
  expiresAt,
}: {
  url: string;
  expiresAt: number;
}): Static<typeof VisitorTokenShape> => ({ url, expiresAt: toIso(expiresAt) });

export const visitorTokenExample = {
  url: 'https://earshot.example.com/p/default/sign-in/cJ0T5…',
  expiresAt: '2026-01-31T09:16:02.123Z',
};

export const EndedSessionsShape = named(
  'EndedSessions',
  {
    userId: identifier('user'),
    ended: Type.Integer({ description: 'How many sessions there were.' }),
  },
  { description: 'What was ended.' },
);

export const endedSessionsExample = { userId: 'user_01jz3k8n5yegs9t2w6qv4m7r8c', ended: 2 };

export const IdentitySecretIn = named(
  'IdentitySecretIn',
  {
    mode: oneOf(keyModes, {
      description: 'Tokens that are signed with a `test` secret rehearse, and nothing of that is stored.',
    }),
  },
  { examples: [{ mode: 'live' }] },
);

export const IdentitySecretShape = named(
  'IdentitySecret',
  {
    secret: Type.Optional(
      Type.String({
        description:
          'Signs tokens with HS256. Shown only now, and not in a replay (`Idempotent-Replayed: true`).',
      }),
    ),
    mode: oneOf(keyModes),
    previousExpiresAt: nullable<string>('string', {
      description: 'Until when the secret before this one works; null if there was none.',
    }),
  },
  { description: 'What your application signs tokens for visitors with.' },
);

export const presentIdentitySecret = ({
  secret,
  mode,
  previousExpiresAt,
}: {
  secret: string;
  mode: KeyMode;
  previousExpiresAt: number | null;
}): Static<typeof IdentitySecretShape> => ({
  secret,
  mode,
  previousExpiresAt: previousExpiresAt === null ? null : toIso(previousExpiresAt),
});

export const identitySecretExample = {
  secret: 'idsec_live_…',
  mode: 'live',
  previousExpiresAt: '2026-02-01T09:15:02.123Z',
};
