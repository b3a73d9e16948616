// The contract of the store port for every engine. An engine's test calls this with a factory for empty stores.

import { storeAccounts } from './store.accounts.ts';
import { storeClaims } from './store.claims.ts';
import { storeLedger } from './store.ledger.ts';
import { storeMerges } from './store.merges.ts';
import { storePeople } from './store.people.ts';
import { storePorting } from './store.porting.ts';
import { storePostLists } from './store.post-lists.ts';
import { storePostQueries } from './store.post-queries.ts';
import { storePosts } from './store.posts.ts';
import { storeRecords } from './store.records.ts';
import { storeRequests } from './store.requests.ts';
import { storeSearch } from './store.search.ts';
import { storeTenancy } from './store.tenancy.ts';
import { storeThreads } from './store.threads.ts';
import { storeTransactions } from './store.transactions.ts';
import { storeTurns } from './store.turns.ts';
import { storeWebhooks } from './store.webhooks.ts';
import type { OpenStore } from './store.world.ts';

export function storeContract(name: string, open: OpenStore): void {
  storePosts(name, open);
  storePostLists(name, open);
  storePostQueries(name, open);
  storeSearch(name, open);
  storeThreads(name, open);
  storePeople(name, open);
  storeTransactions(name, open);
  storeTurns(name, open);
  storeClaims(name, open);
  storeMerges(name, open);
  storeRecords(name, open);
  storePorting(name, open);
  storeLedger(name, open);
  storeAccounts(name, open);
  storeRequests(name, open);
  storeWebhooks(name, open);
  storeTenancy(name, open);
}
