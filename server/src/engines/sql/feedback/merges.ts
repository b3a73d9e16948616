// Merged posts and their comments; their votes are in `merged-votes`. Runs in steps, so that a post with very many
// comments doesn't block the event loop.

import { setImmediate } from 'node:timers/promises';
import type { Instant } from '../../../domain/kernel/clock.ts';
import type { MergeWriter, MovedComments } from '../../../ports/feedback/feedback-store.ts';
import type { TextSearch, WordTerms } from '../kernel/dialect.ts';
import type { Db } from '../kernel/tables.ts';
import { moveMentions } from './mentions.ts';
import { forgetSetAside, moveVotes, returnVotes } from './merged-votes.ts';
import { textWriter } from './texts.ts';

const commentsPerStep = 1000;

export const mergeWriter = (db: Db, search: TextSearch<WordTerms>): MergeWriter => ({
  async sourcesOf(workspaceId, intoId) {
    const rows = await db
      .selectFrom('posts')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('merged_into_id', '=', intoId)
      .orderBy('id')
      .execute();
    return rows.map((row) => row.id);
  },

  moveVotes: (...given) => moveVotes(db, ...given),
  returnVotes: (...given) => returnVotes(db, ...given),
  forgetSetAside: (...given) => forgetSetAside(db, ...given),

  moveComments: (workspaceId, sourceId, intoId, at, isHidden) =>
    moveComments({ db, search }, workspaceId, sourceId, null, {
      post_id: intoId,
      merged_from_id: sourceId,
      updated_at: at,
      is_answer: 0,
      ...(isHidden && { is_public: 0 }),
    }),

  returnComments: (workspaceId, sourceId, intoId, at) =>
    moveComments({ db, search }, workspaceId, intoId, sourceId, {
      post_id: sourceId,
      merged_from_id: null,
      updated_at: at,
      is_answer: 0,
    }),
});

/** Moves every comment of `from` that came from `mergedFromId`. */
async function moveComments(
  { db, search }: { db: Db; search: TextSearch<WordTerms> },
  workspaceId: string,
  from: string,
  mergedFromId: string | null,
  to: {
    post_id: string;
    merged_from_id: string | null;
    updated_at: Instant;
    is_answer: 0;
    is_public?: 0;
  },
): Promise<MovedComments> {
  let [counted, countedInPublic] = [0, 0];
  for (;;) {
    const step = await db
      .selectFrom('comments')
      .select(['id', 'is_private', 'is_deleted', 'is_public'])
      .where('workspace_id', '=', workspaceId)
      .where('post_id', '=', from)
      .where('merged_from_id', mergedFromId === null ? 'is' : '=', mergedFromId)
      .limit(commentsPerStep)
      .execute();
    if (step.length === 0) return { counted, countedInPublic };
    counted += step.filter((row) => row.is_private === 0 && row.is_deleted === 0).length;
    countedInPublic += step.filter((row) => row.is_public === 1 && row.is_deleted === 0).length;
    const ids = step.map((row) => row.id);
    await db
      .updateTable('comments')
      .set(to)
      .where('workspace_id', '=', workspaceId)
      .where('id', 'in', ids)
      .execute();
    await textWriter(db, search).move(workspaceId, ids, to.post_id);
    await moveMentions(db, workspaceId, ids, to.post_id);
    await setImmediate();
  }
}
