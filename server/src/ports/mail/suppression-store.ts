// Storage of who gets no mail.

import type {
  ListedSuppression,
  Suppression,
  SuppressionQuery,
  SuppressionScope,
} from '../../domain/mail/suppression.ts';

export interface SuppressionReader {
  /** What hashes and links of the workspace are made with; undefined before its first mail. */
  keyOf(workspaceId: string): Promise<string | undefined>;
  /** The scopes that any of these hashes has. */
  scopesOf(workspaceId: string, hashes: readonly string[]): Promise<SuppressionScope[]>;
  /** All that have one of these hashes. */
  ofHashes(workspaceId: string, hashes: readonly string[]): Promise<Suppression[]>;
  find(workspaceId: string, id: string): Promise<Suppression | undefined>;
  findByHash(workspaceId: string, hash: string, scope: SuppressionScope): Promise<Suppression | undefined>;
  /** Newest first; the sort key is [createdAt, id]. */
  page(workspaceId: string, query: SuppressionQuery): Promise<ListedSuppression[]>;
}

export interface SuppressionWriter extends SuppressionReader {
  /** Returns the key of the workspace: this one if it has none yet. */
  ensureKey(workspaceId: string, key: string): Promise<string>;
  /** Keeps what is there of the same hash and scope, and is no import's any more; whether it is new here. */
  add(workspaceId: string, suppression: Suppression): Promise<boolean>;
  update(
    workspaceId: string,
    suppression: Pick<Suppression, 'id' | 'reason' | 'address' | 'isImported'>,
  ): Promise<void>;
  remove(workspaceId: string, id: string): Promise<void>;
  /** Forgets the address, and keeps its hash, whoever brought it. */
  forgetAddress(workspaceId: string, hash: string): Promise<void>;
}
