// What an API key can't make: submissions, reports and bans of visitors, and a member; for tests of the API.

import { idMinter } from '../../src/domain/kernel/id.ts';
import { newUser } from '../../src/domain/people/user.ts';
import { newSubmission } from '../../src/domain/site/submission.ts';
import type { Member, Role } from '../../src/domain/team/membership.ts';
import type { Store } from '../../src/ports/store.ts';

export interface Planted {
  /** New posts that wait, by `userId`. */
  submissionIds: string[];
  /** A comment. */
  rejectedId: string;
  reportId: string;
  bannedId: string;
  member: Member;
}

/** In the past of real clocks and of those of tests. */
const longAgo = Date.UTC(2026, 0, 30);

/** `marker` is in every text. */
export async function plant(
  store: Store,
  workspaceId: string,
  marker: string,
  about: { userId: string; postId: string; at?: number; role?: Role },
): Promise<Planted> {
  const { userId, postId, at: now = longAgo, role = 'member' } = about;
  const mint = idMinter({ now: () => now }, 'live');
  const waiting = Array.from({ length: 4 }, (_, index) =>
    newSubmission(
      {
        id: mint('submission'),
        kind: 'post',
        userId,
        title: `${marker} waiting ${index}`,
        content: `${marker} waits`,
      },
      now,
    ),
  );
  const rejected = newSubmission(
    {
      ...{ id: mint('submission'), kind: 'comment', userId, postId, content: `${marker} rejected` },
      ...{ state: 'rejected', reason: `${marker} reason`, decidedBy: 'key_1', decidedAt: now },
    },
    now,
  );
  const reportId = mint('report');
  const banned = newUser({ id: mint('user'), name: `${marker} banned` }, now);
  const accountId = mint('account');
  const given = { name: `${marker} member`, email: `${accountId}@example.com`, createdAt: now };
  const member = { id: accountId, ...given, role };
  await store.transaction(async (write) => {
    await write.workspaces.raiseRevision(workspaceId, now);
    const account = { passwordHash: null, confinedTo: null, provenAt: null, locale: null };
    await write.accounts.insert({ id: accountId, ...given, ...account });
    await write.memberships.insert({ workspaceId, accountId, role, createdAt: now });
    for (const submission of [...waiting, rejected]) await write.submissions.insert(workspaceId, submission);
    const report = { id: reportId, postId, commentId: null, userId: banned.id, createdAt: now };
    await write.reports.insert(workspaceId, { ...report, reason: `${marker} report` });
    await write.users.insert(workspaceId, banned);
    await write.bans.put(workspaceId, { userId: banned.id, reason: `${marker} ban`, createdAt: now });
    // No events, which would need payloads: the audit log only has to know the objects.
    const unnamed = {
      postId: null,
      userId: null,
      actor: { type: 'visitor', id: userId },
      requestId: null,
    } as const;
    const [waits] = waiting;
    await write.ledger.append(workspaceId, [
      {
        ...{ id: mint('event'), type: 'submission.withdrawn', objectKind: 'submission' as const },
        ...{ ...unnamed, objectId: waits?.id ?? '', createdAt: now, payload: null },
      },
      {
        ...{ id: mint('event'), type: 'report.created', objectKind: 'report' as const },
        ...{ ...unnamed, objectId: reportId, createdAt: now, payload: null },
      },
      {
        ...{ id: mint('event'), type: 'member.added', objectKind: 'member' as const },
        ...{ ...unnamed, objectId: accountId, createdAt: now, payload: null },
      },
    ]);
  });
  return {
    submissionIds: waiting.map(({ id }) => id),
    rejectedId: rejected.id,
    reportId,
    bannedId: banned.id,
    member,
  };
}
