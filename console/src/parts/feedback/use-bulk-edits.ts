// Changes one or many posts, with progress, cancel, undo and retry, and says which posts were refused.

import {
  type BulkOutcome,
  type BulkProgress,
  type MatchingEdit,
  type PostEdit,
  useBulkChange,
} from '../../data/feedback/bulk-change.ts';
import { useSession } from '../../data/session.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useNotify } from '../states/notify.tsx';
import { errorText, type KnownErrors, mayPass } from '../text/error-text.ts';
import { useFormats } from '../text/format.ts';

/** What notices say about these edits. */
export interface EditWords {
  running: string;
  failed: string;
  stopped: (count: number, shown: string) => string;
  known?: KnownErrors;
}

/** `requestIds`: of the requests that changed them. */
type Done = (changed: PostEdit[], requestIds: readonly string[]) => void;

interface MatchingWords {
  running: string;
  /** It ended before all were changed. */
  cut: string;
  /** A person ended it. */
  stopped: string;
}

/** A notice has little room. */
const maxTitle = 60;
export const shortened = (title: string): string =>
  title.length > maxTitle ? `${[...title].slice(0, maxTitle).join('').trimEnd()}…` : title;

export const reverted = (edits: readonly PostEdit[]): PostEdit[] =>
  edits.map(({ id, title, from, to }) => ({ id, title, from: to, to: from }));

export function useBulkEdits(wordsOf: (edits: readonly PostEdit[]) => EditWords) {
  const texts = useTexts();
  const notify = useNotify();
  const formats = useFormats();
  const { mutateAsync } = useBulkChange();
  const workspaceId = useSession().workspace.id;

  const fail = (edits: readonly PostEdit[], error: unknown, done: Done) =>
    notify.warn(errorText(texts, error, wordsOf(edits).known), {
      title: wordsOf(edits).failed,
      retry: mayPass(error) ? () => void run(edits, done) : undefined,
    });
  const report = ({ refused, failure, isCanceled }: BulkOutcome, done: Done) => {
    const count = refused.length;
    if (count === 0) return;
    if (isCanceled) notify.info(wordsOf(refused).stopped(count, formats.number(count)));
    else fail(refused, failure, done);
  };
  /** One notice with the progress, and a button that cancels. */
  const follow = (running: string) => {
    const stop = new AbortController();
    const { report: show, end } = notify.progress(() => stop.abort());
    const onProgress = ({ done: count, wait }: BulkProgress) =>
      show(
        [
          running,
          ...(count > 0 ? [texts.feedback.movedSoFar(formats.number(count))] : []),
          ...(wait === undefined ? [] : [texts.feedback.waits[wait]]),
        ].join(' '),
      );
    return { signal: stop.signal, onProgress, end };
  };
  /** Resolves once all have been tried. */
  const run = async (edits: readonly PostEdit[], done: Done): Promise<void> => {
    if (edits.length === 0) return;
    const { signal, onProgress, end } = follow(wordsOf(edits).running);
    await mutateAsync({ workspaceId, edits, onProgress, signal })
      .finally(end)
      .then(
        (outcome) => {
          if (outcome.changed.length > 0) done(outcome.changed, outcome.requestIds);
          report(outcome, done);
        },
        (error: unknown) => fail(edits, error, done),
      );
  };
  /** Changes all posts that match, however many. After a failure, those that are left still match. */
  const runMatching = (edit: MatchingEdit, words: MatchingWords, done: Done) => {
    const { signal, onProgress, end } = follow(words.running);
    const cut = (error: unknown) =>
      notify.warn(errorText(texts, error), {
        title: words.cut,
        retry: mayPass(error) ? () => runMatching(edit, words, done) : undefined,
      });
    void mutateAsync({ workspaceId, edits: edit, onProgress, signal })
      .finally(end)
      .then((outcome) => {
        if (outcome.changed.length > 0) done(outcome.changed, outcome.requestIds);
        if (outcome.isCanceled) notify.info(words.stopped);
        else if (outcome.isCut) cut(outcome.failure);
        else report(outcome, done);
      }, cut);
  };
  return { run, runMatching };
}
