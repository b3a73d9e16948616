// What a person wants to be told by mail, in API requests and responses.

import Type, { type Static } from 'typebox';
import type { PersonalMailSettings } from '../../domain/mail/settings.ts';
import { siteLanguages } from '../../domain/site/site.ts';
import { identifier, named, oneOf } from '../kernel/common.ts';
import { userExample } from '../people/user.ts';

const texts = {
  statusChanges: 'A post that they follow moved to another status.',
  answers: 'The team answered a post that they follow.',
  replies: 'Someone replied to their comment.',
  changelog: 'A changelog entry about a post that they follow was published.',
  allEntries: 'Every changelog entry that is published, not only those about posts that they follow.',
};

const language = Type.Union([oneOf(siteLanguages), Type.Null()], {
  description: 'Of the mail. Null for the language of the public site.',
});

export const MailSettingsShape = named(
  'MailSettings',
  {
    userId: identifier('user'),
    statusChanges: Type.Boolean({ description: texts.statusChanges }),
    answers: Type.Boolean({ description: texts.answers }),
    replies: Type.Boolean({ description: texts.replies }),
    changelog: Type.Boolean({ description: texts.changelog }),
    allEntries: Type.Boolean({ description: texts.allEntries }),
    language,
  },
  {
    description:
      'What a person wants to be told by mail. Everything about what they follow, unless they or you say otherwise.',
  },
);

export const MailSettingsIn = named(
  'MailSettingsIn',
  {
    statusChanges: Type.Optional(Type.Boolean({ description: texts.statusChanges })),
    answers: Type.Optional(Type.Boolean({ description: texts.answers })),
    replies: Type.Optional(Type.Boolean({ description: texts.replies })),
    changelog: Type.Optional(Type.Boolean({ description: texts.changelog })),
    allEntries: Type.Optional(Type.Boolean({ description: texts.allEntries })),
    language: Type.Optional(language),
  },
  { examples: [{ statusChanges: false, language: 'de' }] },
);

export const presentMailSettings = ({
  userId,
  statusChanges,
  answers,
  replies,
  changelog,
  allEntries,
  language: chosen,
}: PersonalMailSettings): Static<typeof MailSettingsShape> => ({
  userId,
  statusChanges,
  answers,
  replies,
  changelog,
  allEntries,
  language: chosen,
});

export const mailSettingsExample: Static<typeof MailSettingsShape> = {
  userId: userExample.id,
  statusChanges: true,
  answers: true,
  replies: true,
  changelog: true,
  allEntries: false,
  language: null,
};
