// What was shipped.

import type { Filters } from '../../generated/lists.ts';
import { acting, creating, editing, listing, listingOf, reading } from '../../operations.ts';
import type { EditOptions } from '../../options.ts';
import type { Send } from '../../transport.ts';
import type { FieldsOf, IncludeOf } from '../../types.ts';

export type ChangelogFilters = Filters['listChangelogs'];
export type ChangelogInclude = IncludeOf<'listChangelogs'>;

export const changelogs = (send: Send) => ({
  list: listing(send, 'listChangelogs'),
  get: reading(send, 'getChangelog'),
  /** Creates a draft, a scheduled or a published changelog. */
  create: creating(send, 'createChangelog'),
  update: editing(send, 'updateChangelog'),
  delete: acting(send, 'deleteChangelog'),
  /** Publishes it now, and tells people by mail if you say so. With `dryRun`, only says who would be told. */
  publish: (id: string, fields: FieldsOf<'publishChangelog'> = {}, options?: EditOptions) =>
    editing(send, 'publishChangelog')(id, fields, options),
  /** Who was told by mail of the entry, newest first. */
  notices: listingOf(send, 'listNoticesOfChangelog'),
});

export type Changelogs = ReturnType<typeof changelogs>;
