// Fider's export of posts: one CSV file. It has the number of votes but not who voted, so votes are not imported.

import { csvVendor } from './csv.ts';
import type { Vendor } from './vendor.ts';

export const fiderVendor: Vendor = csvVendor(
  new Map([
    ['started', 'in-progress'],
    ['completed', 'complete'],
    ['declined', 'closed'],
    ['duplicate', 'closed'],
  ]),
);
