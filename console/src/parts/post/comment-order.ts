// Flattens comments and private notes into reading order: each reply follows its parent. Iterative, because a thread
// may be deeper than the call stack.

import type { FeedbackComment } from '@earshot/client';

export interface Placed {
  comment: FeedbackComment;
  depth: number;
}

/** A note whose parent is not in the tree is placed at the top level, by time. */
export function inReadingOrder(
  comments: readonly FeedbackComment[],
  notes: readonly FeedbackComment[],
): Placed[] {
  const known = new Set<string>();
  const waiting: FeedbackComment[] = [...comments];
  for (let comment = waiting.pop(); comment !== undefined; comment = waiting.pop()) {
    known.add(comment.id);
    waiting.push(...(comment.replies ?? []));
  }
  for (const { id } of notes) known.add(id);

  const answers = new Map<string, FeedbackComment[]>();
  const top = [...comments];
  for (const note of notes) {
    if (note.parentId === null || !known.has(note.parentId)) top.push(note);
    else answers.set(note.parentId, [...(answers.get(note.parentId) ?? []), note]);
  }
  const byTime = (a: FeedbackComment, b: FeedbackComment) => a.createdAt.localeCompare(b.createdAt);

  const placed: Placed[] = [];
  const stack: Placed[] = top
    .sort(byTime)
    .map((comment) => ({ comment, depth: 0 }))
    .reverse();
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    placed.push(next);
    const { comment, depth } = next;
    const below = [...(comment.replies ?? []), ...(answers.get(comment.id) ?? [])].sort(byTime);
    for (const reply of below.reverse()) stack.push({ comment: reply, depth: depth + 1 });
  }
  return placed;
}
