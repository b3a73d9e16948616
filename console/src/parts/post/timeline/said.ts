// What is written in a comment field, as it is kept and as it is sent.

import type { Draft } from '../../../data/drafts.ts';
import type { CommentText } from '../../../data/feedback/discussion.ts';
import { useMembers } from '../../../data/settings/members.ts';
import { nothingSaid, type Said } from '../../rich-text/comment-field.tsx';
import { withoutMentions } from '../../rich-text/mentions.ts';

export const saidIn = (draft: Draft | undefined): Said =>
  draft === undefined ? nothingSaid : { text: draft.content, document: draft.document };

export const draftOf = ({ text, document }: Said, isPrivate: boolean): Draft => ({
  content: text,
  document,
  isPrivate,
});

/** Only notes mention members. */
export const textOf = ({ text, document }: Said, isPrivate: boolean): CommentText =>
  document === undefined
    ? { content: text }
    : { content: isPrivate ? document : withoutMentions(document), contentFormat: 'json' };

const noMembers: readonly { id: string; name: string }[] = [];

/** Whom the text can mention. */
export function useMentionable(isPrivate: boolean): readonly { id: string; name: string }[] {
  const members = useMembers().data?.members;
  return isPrivate ? (members ?? noMembers) : noMembers;
}
