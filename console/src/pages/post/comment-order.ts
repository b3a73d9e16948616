// Comments and private notes as one list to read from the top: each reply after what it answers. Without recursion,
// since a tree may be deeper than the call stack.

import type { Comment } from '@earshot/client';

export interface Placed {
  comment: Comment;
  depth: number;
}

/** Notes have no place in the tree unless they answer a comment of it; the rest go in by time at the top. */
export function inReadingOrder(comments: readonly Comment[], notes: readonly Comment[]): Placed[] {
  const known = new Set<string>();
  const waiting: Comment[] = [...comments];
  for (let comment = waiting.pop(); comment !== undefined; comment = waiting.pop()) {
    known.add(comment.id);
    waiting.push(...(comment.replies ?? []));
  }
  for (const { id } of notes) known.add(id);

  const answers = new Map<string, Comment[]>();
  const top = [...comments];
  for (const note of notes) {
    if (note.parentId === null || !known.has(note.parentId)) top.push(note);
    else answers.set(note.parentId, [...(answers.get(note.parentId) ?? []), note]);
  }
  const byTime = (a: Comment, b: Comment) => a.createdAt.localeCompare(b.createdAt);

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
