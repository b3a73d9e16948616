// Walks the comments of a post depth first, oldest first at every level. It uses an explicit stack, because a tree
// may be deeper than the call stack. Only the outline is in memory; contents are read in batches.

import { setImmediate } from 'node:timers/promises';
import type { Instant } from '../../domain/clock.ts';
import type { CommentPlace, CommentStep } from '../../domain/comment.ts';

/** Which comments of a post to return. */
export interface CommentTree {
  replies: boolean;
  /** Only top-level comments changed since then; with replies, those with a change anywhere in their thread. */
  updatedSince?: Instant | undefined;
}

/** A comment can have 10,000 characters; small batches limit what is buffered for a slow reader. */
const commentsABatch = 100;

type Replies = Map<string | null, CommentPlace[]>;

export async function* walkComments<View>(
  outline: AsyncIterable<CommentPlace[]>,
  updatedSince: Instant | undefined,
  viewsOf: (ids: string[]) => Promise<Map<string, View>>,
): AsyncIterable<CommentStep<View>[]> {
  const replies = await byParent(outline);
  const top = (replies.get(null) ?? []).filter(
    (place) => updatedSince === undefined || changedSince(replies, place, updatedSince),
  );
  // A comment may be deleted before its content is read; then both its start and its end step are skipped.
  const isShown: boolean[] = [];
  for (const batch of batches(replies, top)) {
    const views = await viewsOf(batch.flatMap((step) => (step === 'end' ? [] : [step.id])));
    const steps: CommentStep<View>[] = [];
    for (const step of batch) {
      if (step === 'end') {
        if (isShown.pop() === true) steps.push('end');
        continue;
      }
      const view = views.get(step.id);
      isShown.push(view !== undefined);
      if (view !== undefined) steps.push(view);
    }
    yield steps;
    // With a fast engine and a fast reader, nothing else yields to the event loop.
    await setImmediate();
  }
}

async function byParent(outline: AsyncIterable<CommentPlace[]>): Promise<Replies> {
  const replies: Replies = new Map();
  for await (const batch of outline) {
    for (const place of batch) {
      const siblings = replies.get(place.parentId);
      if (siblings === undefined) replies.set(place.parentId, [place]);
      else siblings.push(place);
    }
  }
  return replies;
}

function changedSince(replies: Replies, root: CommentPlace, instant: Instant): boolean {
  const left = [root];
  for (let place = left.pop(); place !== undefined; place = left.pop()) {
    if (place.updatedAt >= instant) return true;
    for (const reply of replies.get(place.id) ?? []) left.push(reply);
  }
  return false;
}

function* batches(replies: Replies, top: readonly CommentPlace[]): Iterable<CommentStep<CommentPlace>[]> {
  const open = [top.values()];
  let steps: CommentStep<CommentPlace>[] = [];
  let begun = 0;
  for (let level = open.at(-1); level !== undefined; level = open.at(-1)) {
    const { value: place, done } = level.next();
    if (done === true) {
      open.pop();
      if (open.length > 0) steps.push('end');
    } else {
      steps.push(place);
      begun += 1;
      open.push((replies.get(place.id) ?? []).values());
    }
    if (begun >= commentsABatch) {
      yield steps;
      steps = [];
      begun = 0;
    }
  }
  yield steps;
}
