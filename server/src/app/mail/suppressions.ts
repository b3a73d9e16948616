// The use cases for addresses that get no mail: what the team sees of them, what other systems report, and what the
// team may take back. Mails that bounce and links in mails add some without any caller.

import { notFound } from '../../domain/kernel/failure.ts';
import type { Page, PageRequest } from '../../domain/kernel/page.ts';
import { isSame } from '../../domain/kernel/version.ts';
import {
  addressHash,
  checkLiftable,
  isListed,
  isStronger,
  type ListedSuppression,
  newMailKey,
  type ReportedReason,
  type SuppressionReason,
  suppressionSortKey,
} from '../../domain/mail/suppression.ts';
import { emailAddress } from '../../domain/people/user.ts';
import type { Reader } from '../../ports/store.ts';
import { type Caller, change, type Deps, faultsOf, needsRole } from '../kernel/change.ts';
import { readPage } from '../kernel/paging.ts';

export interface SuppressionListQuery {
  reasons?: readonly SuppressionReason[];
  emails?: readonly string[];
  page: PageRequest;
}

export interface Suppressions {
  /** Newest first. */
  page(caller: Caller, query: SuppressionListQuery): Promise<Page<ListedSuppression>>;
  get(caller: Caller, id: string): Promise<ListedSuppression>;
  /** An address that complained stays so, and one that bounced can complain. */
  add(
    caller: Caller,
    reported: { email: string; reason: ReportedReason },
  ): Promise<{ suppression: ListedSuppression; isNew: boolean }>;
  /** CONFLICT if only the person can do this. */
  lift(caller: Caller, id: string): Promise<void>;
}

export function suppressions(deps: Deps): Suppressions {
  const { store, clock, mintId } = deps;

  const found = async ({ suppressions }: Reader, workspaceId: string, id: string) => {
    const suppression = await suppressions.find(workspaceId, id);
    if (suppression === undefined || !isListed(suppression)) throw notFound('Suppression');
    return suppression;
  };

  return {
    async page(caller, { emails, page, ...filters }) {
      needsRole(caller, 'admin');
      const { workspaceId } = caller;
      const key = emails && (await store.read.suppressions.keyOf(workspaceId));
      // Without a key, no address has a hash yet.
      const hashes = emails && (key === undefined ? [] : emails.map((email) => addressHash(key, email)));
      const rowsOf = (query: Parameters<Reader['suppressions']['page']>[1]) =>
        store.read.suppressions.page(workspaceId, query);
      return readPage({ ...filters, ...(hashes && { hashes }), page }, rowsOf, suppressionSortKey);
    },

    get(caller, id) {
      needsRole(caller, 'admin');
      return found(store.read, caller.workspaceId, id);
    },

    async add(caller, { email, reason }) {
      needsRole(caller, 'admin');
      const address = faultsOf(caller).check(() => emailAddress(email.trim(), 'email'), '');
      const { workspaceId } = caller;
      return change(deps, caller, async (write) => {
        const key = await write.suppressions.ensureKey(workspaceId, newMailKey());
        const hash = addressHash(key, address);
        const known = await write.suppressions.findByHash(workspaceId, hash, 'all');
        if (known === undefined) {
          const given = { hash, scope: 'all', reason, address, isImported: false } as const;
          const suppression = { id: mintId('suppression'), ...given, createdAt: clock.now() };
          await write.suppressions.add(workspaceId, suppression);
          write.record('suppression.created', suppression.id);
          return { suppression, isNew: true };
        }
        // Its person may have been deleted since, and the address with them.
        const after = { ...known, address: known.address ?? address, isImported: false };
        if (isStronger(reason, known.reason)) after.reason = reason;
        if (!isSame(known, after)) {
          await write.suppressions.update(workspaceId, after);
          write.record('suppression.updated', known.id);
        }
        return { suppression: after, isNew: false };
      });
    },

    async lift(caller, id) {
      needsRole(caller, 'admin');
      const { workspaceId } = caller;
      return change(deps, caller, async (write) => {
        checkLiftable(await found(write, workspaceId, id));
        await write.suppressions.remove(workspaceId, id);
        write.record('suppression.lifted', id);
      });
    },
  };
}
