// Who would be told of a change, in API responses.

import Type, { type Static } from 'typebox';
import type { MailContent } from '../../domain/mail/content.ts';
import type { User } from '../../domain/people/user.ts';
import { named } from '../kernel/common.ts';
import { presentUser, userExample } from '../people/user.ts';
import { letter } from './letter.ts';

export const WouldNotifyShape = named(
  'WouldNotify',
  {
    count: Type.Integer({
      description: 'How many people would be told, of the first 20,000 to whom this applies.',
    }),
    countIsMore: Type.Optional(Type.Literal(true, { description: 'There are more than 20,000 to look at.' })),
    isInternal: Type.Optional(
      Type.Literal(true, { description: 'The post is internal: each of them would read its title.' }),
    ),
    otherVoters: Type.Integer({
      description: 'How many others voted and would only be told with `includeVoters`.',
    }),
    sample: Type.Array(Type.Ref('User'), { description: 'At most 5 of them.' }),
    mail: Type.Union(
      [Type.Object({ subject: Type.String(), text: Type.String(), html: Type.String() }), Type.Null()],
      { description: 'As the first of them would get it; null if no one would.' },
    ),
  },
  { description: 'Who would be told by mail, if this were not a rehearsal.' },
);

interface WouldNotify {
  count: number;
  isMore: boolean;
  isInternal: boolean;
  otherVoters: number;
  sample: readonly User[];
  mail: MailContent | null;
}

export const presentWouldNotify = (told: WouldNotify): Static<typeof WouldNotifyShape> => ({
  count: told.count,
  ...(told.isMore && { countIsMore: true as const }),
  ...(told.isInternal && { isInternal: true as const }),
  otherVoters: told.otherVoters,
  sample: told.sample.map(presentUser),
  mail: told.mail === null ? null : { subject: told.mail.subject, ...letter(told.mail) },
});

export const wouldNotifyExample: Static<typeof WouldNotifyShape> = {
  count: 1,
  otherVoters: 88,
  sample: [userExample],
  mail: {
    subject: 'Dark mode is here',
    text: 'News from Acme about “Dark mode”:\n\n> Switch it on in Settings.\n',
    html: '<!doctype html>\n<html lang="en">…</html>\n',
  },
};
