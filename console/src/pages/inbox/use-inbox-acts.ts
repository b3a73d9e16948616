// What is done with posts in the inbox, each with undo.

import {
  type InboxBefore,
  useInboxAllDone,
  useInboxDone,
  useInboxLater,
  useInboxRestore,
} from '../../data/inbox-changes.ts';
import { useNotify } from '../../parts/states/notify.tsx';
import { useFormats } from '../../parts/text/format.ts';
import { useInboxTexts } from '../../texts/inbox.ts';
import { useTexts } from '../../texts/texts.tsx';

/** `onRestored`: the post is in the inbox again. */
export function useInboxActs(upTo: number, onRestored: (postId: string | undefined) => void) {
  const { notices } = useInboxTexts();
  const { common } = useTexts();
  const formats = useFormats();
  const notify = useNotify();
  const { mutateAsync: markDone } = useInboxDone();
  const { mutateAsync: putOff } = useInboxLater();
  const { mutateAsync: markAllDone } = useInboxAllDone();
  const { mutateAsync: restore } = useInboxRestore();
  /** Offered before the server has answered, so that the last undo is always that of what was done last. */
  const follow = (work: Promise<InboxBefore>, message: string, postId?: string) => {
    const undo = async () => {
      await restore(await work);
      onRestored(postId);
      notify.done(common.undone);
    };
    const notice = notify.done(message, () => void notify.follow(undo()));
    work.catch((error: unknown) => {
      notice.withdraw();
      notify.failed(error);
    });
  };
  return {
    done: (postId: string) => follow(markDone({ postIds: [postId], upTo }), notices.done, postId),
    later: (postId: string, until: string) =>
      follow(putOff({ postIds: [postId], upTo, until }), notices.later(formats.dateTime(until)), postId),
    allDone: () => follow(markAllDone(upTo), notices.allDone),
  };
}
