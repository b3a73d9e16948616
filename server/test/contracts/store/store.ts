// The contract of the store port for every engine. An engine's test calls this with a factory for empty stores.

import { storeAccounts } from './accounts.ts';
import { storeClaims } from './claims.ts';
import { storeAnswers } from './feedback/answers.ts';
import { storeFollowers } from './feedback/followers.ts';
import { storeMerges } from './feedback/merges.ts';
import { storePostLists } from './feedback/post-lists.ts';
import { storePostQueries } from './feedback/post-queries.ts';
import { storePosts } from './feedback/posts.ts';
import { storeSearch } from './feedback/search.ts';
import { storeTexts } from './feedback/texts.ts';
import { storeThreads } from './feedback/threads.ts';
import { storeVisibility } from './feedback/visibility.ts';
import { storeLedger } from './ledger.ts';
import { storeMailSettings } from './mail-settings.ts';
import { storeMails } from './mails.ts';
import type { OpenStore } from './opening.ts';
import { storePeople } from './people.ts';
import { storePorting } from './porting.ts';
import { storeRecords } from './records.ts';
import { storeRequests } from './requests.ts';
import { storeSubmissions } from './submissions.ts';
import { storeTellings } from './tellings.ts';
import { storeTenancy } from './tenancy.ts';
import { storeTransactions } from './transactions.ts';
import { storeTurns } from './turns.ts';
import { storeVisitors } from './visitors.ts';
import { storeWebhooks } from './webhooks.ts';

export function storeContract(name: string, open: OpenStore): void {
  storePosts(name, open);
  storePostLists(name, open);
  storePostQueries(name, open);
  storeSearch(name, open);
  storeTexts(name, open);
  storeThreads(name, open);
  storeVisibility(name, open);
  storeAnswers(name, open);
  storePeople(name, open);
  storeMailSettings(name, open);
  storeTransactions(name, open);
  storeTurns(name, open);
  storeClaims(name, open);
  storeMerges(name, open);
  storeFollowers(name, open);
  storeRecords(name, open);
  storePorting(name, open);
  storeLedger(name, open);
  storeAccounts(name, open);
  storeRequests(name, open);
  storeSubmissions(name, open);
  storeVisitors(name, open);
  storeWebhooks(name, open);
  storeMails(name, open);
  storeTellings(name, open);
  storeTenancy(name, open);
}
