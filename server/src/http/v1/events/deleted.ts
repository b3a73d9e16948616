// `filters=deleted:true` on a list: tombstones instead of things, so that polling alone keeps a mirror.

import { toIso } from '../../../domain/clock.ts';
import type { BuriedKind } from '../../../domain/tombstone.ts';
import { pageBody } from '../../envelope.ts';
import { type Filter, filterTable, flag, instant } from '../../filters.ts';
import { readPage } from '../../vocabulary.ts';

const order = 'deleted';

const filters = filterTable({ deleted: flag('isDeleted'), updatedSince: instant('updatedSince') }, []);

/** The entry of a list that can answer with what was deleted of it. */
export const tombstones = (kind: BuriedKind): Filter<'deleted', never> => ({
  field: 'deleted',
  note: '`deleted:true` lists what was deleted',
  read: () => undefined,
  async answerInstead(request, plural) {
    const { isDeleted, updatedSince } = await filters.read(request);
    if (isDeleted !== true) return undefined;
    const page = await request.wiring.tombstones.page(
      request.caller,
      kind,
      updatedSince,
      readPage(request.query, order, ['number', 'string']),
    );
    return pageBody(plural, page, order, ({ id, deletedAt }) => ({
      id,
      deleted: true,
      deletedAt: toIso(deletedAt),
    }));
  },
});
