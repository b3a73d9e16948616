// How the parts of the store contract begin: with a store for each case, closed after it.

import { afterEach, beforeEach } from 'vitest';
import type { TransactionLimits } from '../../../src/engines/sql/kernel/transactions.ts';
import type { Store } from '../../../src/ports/store.ts';

export interface StoreUnderTest {
  store: Store;
  close(): Promise<void>;
}

export type OpenStore = (limits?: Partial<TransactionLimits>) => Promise<StoreUnderTest>;

export function storeForEach(open: OpenStore, begin: (store: Store) => void | Promise<void>): void {
  let opened: StoreUnderTest;
  beforeEach(async () => {
    opened = await open();
    await begin(opened.store);
  });
  afterEach(() => opened.close());
}
