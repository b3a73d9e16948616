// English, and the type that every other language must match.

import { pluralsOf } from './plurals.ts';

const plural = pluralsOf('en');

export const en = {
  changed: (count: number, shown: string) =>
    plural(count, { one: 'One post changed.', other: `${shown} posts changed.` }),
  merging: {
    running: (count: number, shown: string) =>
      plural(count, { one: 'Merging the post…', other: `Merging ${shown} posts…` }),
    failed: (title: string) => `Couldn’t merge “${title}”`,
    failedMany: (count: number, shown: string) =>
      plural(count, { one: 'Couldn’t merge the post', other: `Couldn’t merge ${shown} posts` }),
    stopped: 'Stopped. The other posts were not merged.',
  },
  pickers: {
    titles: {
      status: 'Change status',
      owner: 'Change owner',
      tags: 'Change tags',
      type: 'Change type',
      merge: 'Merge into',
    },
    ofMany: (title: string, count: number, shown: string) =>
      `${title} · ${shown} ${plural(count, { one: 'post', other: 'posts' })}`,
    findOwner: 'Type to find a member',
    findTag: 'Type to find or create a tag',
    findType: 'Type to find a type',
    noMatch: 'Nothing matches.',
  },
  deleting: {
    done: (count: number, shown: string) =>
      plural(count, { one: 'Post deleted.', other: `${shown} posts deleted.` }),
    running: (count: number, shown: string) =>
      plural(count, { one: 'Deleting the post…', other: `Deleting ${shown} posts…` }),
    failed: (title: string) => `Couldn’t delete “${title}”`,
    failedMany: (count: number, shown: string) =>
      plural(count, { one: 'Couldn’t delete the post', other: `Couldn’t delete ${shown} posts` }),
    stopped: 'Stopped. The other posts were not deleted.',
  },
  view: {
    details: 'Details',
    next: 'Next post',
    noteTab: 'Note',
    previous: 'Previous post',
    replyTab: 'Reply',
    write: 'Write',
  },
  fields: {
    noOwner: 'No one yet',
    noTags: 'None',
    changeOf: (label: string, value: string) => `${label}: ${value}. Change`,
  },
};

export type PostTexts = typeof en;
