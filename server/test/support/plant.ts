// What only visitors can make: submissions, reports and bans, put into a workspace for tests of the API.

import { idMinter } from '../../src/domain/kernel/id.ts';
import { newUser } from '../../src/domain/people/user.ts';
import { newSubmission } from '../../src/domain/site/submission.ts';
import type { Store } from '../../src/ports/store.ts';

export interface Planted {
  /** New posts that wait, by `userId`. */
  submissionIds: string[];
  /** A comment. */
  rejectedId: string;
  reportId: string;
  bannedId: string;
}

/** In the past of real clocks and of those of tests. */
const longAgo = Date.UTC(2026, 0, 30);

/** `marker` is in every text. */
export async function plant(
  store: Store,
  workspaceId: string,
  marker: string,
  { userId, postId, at: now = longAgo }: { userId: string; postId: string; at?: number },
): Promise<Planted> {
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
  await store.transaction(async (write) => {
    await write.workspaces.raiseRevision(workspaceId, now);
    for (const submission of [...waiting, rejected]) await write.submissions.insert(workspaceId, submission);
    const report = { id: reportId, postId, commentId: null, userId: banned.id, createdAt: now };
    await write.reports.insert(workspaceId, { ...report, reason: `${marker} report` });
    await write.users.insert(workspaceId, banned);
    await write.bans.put(workspaceId, { userId: banned.id, reason: `${marker} ban`, createdAt: now });
    // No events, which would need payloads: the audit log only has to know the objects.
    const about = {
      postId: null,
      userId: null,
      actor: { type: 'visitor', id: userId },
      requestId: null,
    } as const;
    const [waits] = waiting;
    await write.ledger.append(workspaceId, [
      {
        ...{ id: mint('event'), type: 'submission.withdrawn', objectKind: 'submission' as const },
        ...{ ...about, objectId: waits?.id ?? '', createdAt: now, payload: null },
      },
      {
        ...{ id: mint('event'), type: 'report.created', objectKind: 'report' as const },
        ...{ ...about, objectId: reportId, createdAt: now, payload: null },
      },
    ]);
  });
  return {
    submissionIds: waiting.map(({ id }) => id),
    rejectedId: rejected.id,
    reportId,
    bannedId: banned.id,
  };
}
