// A walk through the comments of a post, depth first and oldest first at every level, on a stack of its own: a
// tree may be deeper than the program's. Only the outline is held; what is said is read a few comments at a time.

import { setImmediate } from 'node:timers/promises';
import type { Instant } from '../../domain/clock.ts';
import type { CommentPlace, CommentStep } from '../../domain/comment.ts';

/** What of a post's comments is wanted. */
export interface CommentTree {
  replies: boolean;
  /** Only what changed since: top-level comments, with replies those in whose tree anything did. */
  updatedSince?: Instant | undefined;
}

/** Each may be 10,000 characters long: what is read, written and held for a slow reader stays small. */
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
  // A comment may be gone by the time it is read: then neither its beginning nor its end is a step.
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
    // Where the engine and the caller are both quick, nothing else would make others' turn come.
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
