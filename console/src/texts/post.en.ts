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
  author: {
    title: 'Author',
    alsoAsked: 'Also asked for',
    more: (shown: string) => `${shown} more`,
  },
  copying: {
    link: 'Copy link',
    linkDone: 'Link copied.',
    markdown: 'Copy as Markdown',
    markdownDone: 'Copied as Markdown.',
    failed: 'Your browser did not allow copying.',
  },
  events: {
    formerMember: 'a former member',
    merged: (who?: string) =>
      who === undefined ? 'A post was merged into this one' : `${who} merged a post into this one`,
    noOwner: (before: string, who?: string) =>
      who === undefined ? `${before} is no longer the owner` : `${who} removed ${before} as the owner`,
    owner: (owner: string, who?: string) =>
      who === undefined ? `${owner} became the owner` : `${who} made ${owner} the owner`,
    ownerChanged: (who?: string) =>
      who === undefined ? 'The owner was changed' : `${who} changed the owner`,
    published: (who?: string) => (who === undefined ? 'Made public' : `${who} made this public`),
    shipped: 'Shipped with a changelog entry',
    status: (from: string, to: string, who?: string) =>
      who === undefined ? `Moved from ${from} to ${to}` : `${who} moved this from ${from} to ${to}`,
    statusSet: (to: string, who?: string) =>
      who === undefined ? `Set to ${to}` : `${who} set this to ${to}`,
    unpublished: (who?: string) => (who === undefined ? 'Made internal' : `${who} made this internal`),
    votes: (shown: string) => `Reached ${shown} votes`,
  },
  mentions: {
    members: 'Members to mention',
  },
  view: {
    details: 'Details',
    editTitle: 'Edit title',
    looksLike: 'Looks like',
    merge: 'Merge',
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
