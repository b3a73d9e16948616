// Whom a change tells by mail, in API requests.

import Type, { type Static } from 'typebox';
import type { Choice } from '../../domain/kernel/notify.ts';

const Notify = Type.Union([Type.Boolean(), Type.Object({ includeVoters: Type.Boolean() })]);

const dryRunField = {
  dryRun: Type.Optional(
    Type.Boolean({
      default: false,
      description: 'Writes and sends nothing, as under a test key. Not possible in a batch.',
    }),
  ),
};

const meaning = (what: string, otherwise: string): string =>
  `Whether ${what} is told by mail: \`true\` to the followers, \`{"includeVoters": true}\` also to those who voted and ` +
  `do not follow. ${otherwise}Under a test key no one is told, and the answer says in \`wouldNotify\` who would be.`;

/** `what` is told, such as "the changelog entry". */
export const notifyFields = (what: string) => ({
  notify: Type.Optional(Type.Union(Notify.anyOf, { default: false, description: meaning(what, '') })),
  ...dryRunField,
});

export const statusNotifyFields = {
  notify: Type.Optional(
    Type.Union(Notify.anyOf, {
      description: meaning(
        'the new status',
        'If absent, the followers of a public post are told if the status has `notifyFollowers`. Needs `statusId`, ' +
          'unless it is `false`. ',
      ),
    }),
  ),
  ...dryRunField,
};

export const shownNotify = (description: string) => Type.Union(Notify.anyOf, { description });

/** Events that an older version wrote have none: they told no one. */
export const presentNotify = (choice: Choice | null | undefined): Static<typeof Notify> =>
  choice === 'voters' ? { includeVoters: true } : choice === 'followers';

export const readNotify = (given: Static<typeof Notify> | undefined): Choice | null | undefined => {
  if (given === undefined) return undefined;
  if (given === false) return null;
  return given === true || !given.includeVoters ? 'followers' : 'voters';
};
