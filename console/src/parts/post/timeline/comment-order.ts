// Puts what is said and what became of a post into reading order: by time, each reply after its parent. Iterative,
// because a thread may be deeper than the call stack.

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

/** Events stand between threads: what is said within one stays together. Both are sorted by time. */
export function withEvents<Event extends { at: string }>(
  placed: readonly Placed[],
  events: readonly Event[],
): (Placed | Event)[] {
  const all: (Placed | Event)[] = [];
  const waiting = [...events];
  for (const one of placed) {
    while (one.depth === 0 && waiting[0] !== undefined && waiting[0].at < one.comment.createdAt)
      all.push(...waiting.splice(0, 1));
    all.push(one);
  }
  return [...all, ...waiting];
}
