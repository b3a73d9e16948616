// The mapping of an import, as requests and commands give it.

import { badField } from '../../../../domain/kernel/failure.ts';
import type { ImportMapping } from '../../../../domain/porting/import.ts';
import { csvFieldNames } from '../../vendors/csv-columns.ts';
import type { VendorMapping } from '../../vendors/vendor.ts';

export interface MappingIn {
  columns?: Record<string, string> | undefined;
  statuses?: Record<string, string> | undefined;
}

const maxEntries = 500;
const maxLength = 1_000;

/** Fails if it names a field that there is not. */
export function checkedMapping({ columns = {}, statuses = {} }: MappingIn): ImportMapping {
  for (const field of Object.keys(columns))
    if (!csvFieldNames.some((known) => known === field))
      throw badField('mapping.columns', `supports these fields: ${csvFieldNames.join(', ')}.`);
  for (const [name, entries] of Object.entries({ columns, statuses })) {
    const pairs = Object.entries(entries);
    if (pairs.length > maxEntries)
      throw badField(`mapping.${name}`, `must have at most ${maxEntries} entries.`);
    if (pairs.flat().some((text) => text.length > maxLength))
      throw badField(`mapping.${name}`, `values must be at most ${maxLength} characters long.`);
  }
  return { columns, statuses };
}

export const vendorMapping = ({ columns, statuses }: ImportMapping): VendorMapping => ({
  columns: new Map(Object.entries(columns)),
  statuses: new Map(Object.entries(statuses).map(([name, slug]) => [name.trim().toLowerCase(), slug.trim()])),
});
