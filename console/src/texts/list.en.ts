// English, and the type that every other language must match.

import { pluralsOf } from './plurals.ts';

const plural = pluralsOf('en');

export const en = {
  count: (count: number, shown: string) => `${shown} ${plural(count, { one: 'post', other: 'posts' })}`,
  moreTags: (shown: string) => `+${shown} more tags`,
  bulk: { tags: 'Tags', merge: 'Merge' },
  filters: {
    add: 'Filter',
    remove: (label: string) => `Remove “${label}”`,
    back: 'All filters',
    find: 'Type to find',
    clear: 'Clear filters',
    none: 'Nothing matches.',
    other: 'Filter',
    tag: 'Tag',
    author: 'Author',
    since: 'Created since',
    before: 'Created before',
    merged: 'Merged',
    mergedChoices: { true: 'Merged', false: 'Not merged' },
  },
  peek: {
    label: 'Post beside the list',
    open: 'Open post',
    at: (title: string) => `Peek at “${title}”`,
  },
  views: {
    all: 'All posts',
    label: 'Views',
    menu: (name: string) => `Actions for “${name}”`,
    save: 'Save view',
    saveAs: 'Save as new view…',
    update: 'Update view',
    reset: 'Reset',
    edit: 'Rename or share…',
    editTitle: 'Edit view',
    delete: 'Delete view',
    name: 'Name',
    shared: 'Share with the team',
    sharedHint: 'Everyone in the workspace sees it and can change it.',
    stays: 'Only the member who created a view can stop sharing it.',
    saved: (name: string) => `View “${name}” saved.`,
    updated: (name: string) => `View “${name}” updated.`,
    deleted: (name: string) => `View “${name}” deleted.`,
    goneTitle: 'View not found',
    goneText: 'It was deleted, or it is no longer shared.',
    full: 'A workspace can have 500 views. Delete one first.',
  },
};

export type ListTexts = typeof en;
