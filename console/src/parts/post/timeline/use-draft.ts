// The draft of a comment on a post, of a reply to one of its comments, or of an edit.

import { useMemo } from 'react';
import { type Draft, inStorage, keepDraft, readDraft } from '../../../data/drafts.ts';
import { useSession } from '../../../data/session.ts';

const empty: Draft = { content: '', isPrivate: false };

/** `about`: which reply or edit it is, if it is one. */
export function useDraft(postId: string, about = '') {
  const { account, workspace } = useSession();
  const place = [account.id, workspace.id, postId, about].join(':');
  return useMemo(
    () => ({
      read: () => inStorage((storage) => readDraft(storage, place)),
      keep: (draft: Draft) => void inStorage((storage) => keepDraft(storage, place, draft)),
      /** Once it is sent, unless it has been edited since. */
      forget: (content: string) =>
        void inStorage((storage) => {
          if (readDraft(storage, place)?.content === content) keepDraft(storage, place, empty);
        }),
    }),
    [place],
  );
}
