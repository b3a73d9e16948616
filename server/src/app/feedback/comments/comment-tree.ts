// Walks the comments of a post depth first, oldest first at every level. It uses an explicit stack, because a tree
// may be deeper than the call stack. Only the outline is in memory; contents are read in batches.

import { setImmediate } from 'node:timers/promises';
import type { CommentNode, CommentToken } from '../../../domain/feedback/comment.ts';
import type { Instant } from '../../../domain/kernel/clock.ts';

/** Which comments of a post to return. */
export interface CommentTree {
  replies: boolean;
  /** Only top-level comments changed since then; with replies, those with a change anywhere in their thread. */
  updatedSince?: Instant | undefined;
}

/** A comment can have 10,000 characters; small batches limit what is buffered for a slow reader. */
const commentsABatch = 100;

type Replies = Map<string | null, CommentNode[]>;

export async function* walkComments<View>(
  outline: AsyncIterable<CommentNode[]>,
  updatedSince: Instant | undefined,
  viewsOf: (ids: string[]) => Promise<Map<string, View>>,
): AsyncIterable<CommentToken<View>[]> {
  const replies = await byParent(outline);
  const top = (replies.get(null) ?? []).filter(
    (node) => updatedSince === undefined || changedSince(replies, node, updatedSince),
  );
  // A comment may be deleted before its content is read; then both its start and its end token are skipped.
  const isShown: boolean[] = [];
  for (const batch of batches(replies, top)) {
    const views = await viewsOf(batch.flatMap((token) => (token === 'end' ? [] : [token.id])));
    const tokens: CommentToken<View>[] = [];
    for (const token of batch) {
      if (token === 'end') {
        if (isShown.pop() === true) tokens.push('end');
        continue;
      }
      const view = views.get(token.id);
      isShown.push(view !== undefined);
      if (view !== undefined) tokens.push(view);
    }
    yield tokens;
    // With a fast engine and a fast reader, nothing else yields to the event loop.
    await setImmediate();
  }
}

async function byParent(outline: AsyncIterable<CommentNode[]>): Promise<Replies> {
  const replies: Replies = new Map();
  for await (const batch of outline) {
    for (const node of batch) {
      const siblings = replies.get(node.parentId);
      if (siblings === undefined) replies.set(node.parentId, [node]);
      else siblings.push(node);
    }
  }
  return replies;
}

function changedSince(replies: Replies, root: CommentNode, instant: Instant): boolean {
  const left = [root];
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    if (node.updatedAt >= instant) return true;
    for (const reply of replies.get(node.id) ?? []) left.push(reply);
  }
  return false;
}

function* batches(replies: Replies, top: readonly CommentNode[]): Iterable<CommentToken<CommentNode>[]> {
  const open = [top.values()];
  let tokens: CommentToken<CommentNode>[] = [];
  let begun = 0;
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const { value: node, done } = level.next();
    if (done === true) {
      open.pop();
      if (open.length > 0) tokens.push('end');
    } else {
      tokens.push(node);
      begun += 1;
      open.push((replies.get(node.id) ?? []).values());
    }
    if (begun >= commentsABatch) {
      yield tokens;
      tokens = [];
      begun = 0;
    }
  }
  yield tokens;
}
