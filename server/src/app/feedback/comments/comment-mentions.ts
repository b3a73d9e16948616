// Mentions: notes name members of the team, who are told. Only current members can be named; whom a note mentions already
// may have left since.

import type { Comment } from '../../../domain/feedback/comment.ts';
import {
  type CommentText,
  type GivenText,
  mentionedIn,
  textNaming,
} from '../../../domain/feedback/comment-text.ts';
import { badField } from '../../../domain/kernel/failure.ts';
import type { Change, Deps } from '../../kernel/change.ts';
import { mailMembers } from '../../kernel/team-mail.ts';

interface Naming {
  text: GivenText | undefined;
  /** The comment that is edited. */
  before?: CommentText | undefined;
  field?: string;
}

/** The texts with the members' present names, in their order. No query if no one is mentioned. */
export async function nameMembers<Text extends GivenText | undefined>(
  write: Change,
  workspaceId: string,
  all: readonly (Naming & { text: Text })[],
): Promise<Text[]> {
  const ids = all.flatMap(({ text }) => [...(text?.mentions.keys() ?? [])]);
  if (ids.length === 0) return all.map(({ text }) => text);
  const members = await write.memberships.membersOf(workspaceId, ids);
  return all.map(({ text, before, field = 'content' }) => {
    if (text === undefined || text.mentions.size === 0) return text;
    const names = new Map(before && mentionedIn(before));
    for (const id of text.mentions.keys()) {
      const name = members.get(id)?.name ?? names.get(id);
      if (name === undefined)
        throw badField(field, `mentions "${id}", who is not a member of this workspace.`);
      names.set(id, name);
    }
    return { ...text, ...textNaming(text, names, field) };
  });
}

/** Everyone may read a public comment, but only the team knows its members. */
export function refuseInPublic(
  comment: Pick<Comment, 'isPrivate' | 'content' | 'document'>,
  field = 'content',
): void {
  if (!comment.isPrivate && mentionedIn(comment).size > 0)
    throw badField(field, 'can mention members in private notes only.');
}

/** Call once the comments are written. */
export async function noteMentions(
  deps: Pick<Deps, 'clock' | 'mintId' | 'mail'>,
  write: Change,
  workspaceId: string,
  changed: readonly { before?: Comment | undefined; after: Comment }[],
): Promise<void> {
  const edits = changed.flatMap(({ before, after }) => {
    const [earlier, now] = [before && mentionedIn(before), mentionedIn(after)];
    if (now.size === 0 && (earlier === undefined || earlier.size === 0)) return [];
    const added = [...now.keys()].filter((id) => earlier?.has(id) !== true);
    return [{ commentId: after.id, postId: after.postId, memberIds: [...now.keys()], added }];
  });
  if (edits.length === 0) return;
  await write.comments.setMentions(workspaceId, edits, deps.clock.now());
  await mailMembers(deps, write, workspaceId, [...new Set(edits.flatMap(({ added }) => added))]);
}
