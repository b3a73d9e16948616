// The texts of the inbox in English. The other languages have the same.

export const en = {
  allDone: 'Mark all as done',
  doneButton: 'Done',
  emptyText: 'New posts, comments and mentions will appear here.',
  emptyTitle: 'All caught up.',
  later: {
    title: 'Later',
    tomorrow: 'Tomorrow',
    nextWeek: 'Next week',
    pick: 'Pick a time…',
    none: 'No match.',
    until: 'Until',
    submit: 'Put off',
    past: 'Choose a time in the future.',
  },
  laterButton: 'Later',
  more: 'There is more. It will appear as you finish these.',
  notices: {
    done: 'Done.',
    later: (when: string) => `Back on ${when}.`,
    allDone: 'All done.',
  },
  postLabel: 'Post',
  rows: {
    new: (by: string) => by,
    comment: (by: string) => `${by}:`,
    note: (by: string) => `${by}, note:`,
    mention: (by: string) => `${by} mentioned you:`,
    handover: (by: string) => `${by} assigned this to you`,
    later: (_by: string) => 'You put this off until now',
    someone: 'Someone',
  },
  mail: {
    title: 'Mail about your inbox',
    unproven:
      'Your address isn’t confirmed, so no mail is sent. Sign in through your provider, or ask your operator.',
    handOvers: 'When someone assigns a post to me',
    mentions: 'When someone mentions me',
    digest: 'Digest',
    digestHint: 'At eight in the morning, and only if something is new.',
    digests: { off: 'Off', daily: 'Daily', weekly: 'Mondays' },
    saved: 'Saved.',
  },
};

export type InboxTexts = typeof en;
