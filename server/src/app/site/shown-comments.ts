// What visitors need to read comments: who of the team wrote them, and what they answer.

import { type Comment, countsInPublic } from '../../domain/feedback/comment.ts';
import type { ShownComment } from '../../domain/site/reading.ts';
import type { Site } from '../../domain/site/site.ts';
import type { Reader } from '../../ports/store.ts';
import { filesOf } from '../feedback/comments/comment-files.ts';

export async function withMembers(
  read: Reader,
  site: Site,
  comments: readonly Comment[],
): Promise<ShownComment[]> {
  const parentIds = comments.flatMap(({ parentId }) => parentId ?? []);
  const visitorIds = site.showNames ? comments.flatMap(visitorOf) : [];
  const [members, parents, names, files] = await Promise.all([
    // Not the person in whose name a comment stands: members usually write in that of the workspace.
    read.accounts.accountsOf([...new Set(comments.flatMap(memberOf))]),
    read.comments.commentsOf(site.id, [...new Set(parentIds)]),
    read.visitors.namesOf(site.id, visitorIds),
    filesOf(read, site.id, comments),
  ]);
  return comments.map((comment) => {
    const [accountId = ''] = memberOf(comment);
    const parent = comment.parentId === null ? undefined : parents.get(comment.parentId);
    return {
      comment,
      attachments: files.get(comment.id) ?? [],
      memberName: members.get(accountId)?.name ?? null,
      authorName: comment.isFromTeam ? null : (names.get(comment.userId) ?? null),
      parent: parent !== undefined && countsInPublic(parent) ? parent : null,
    };
  });
}

const visitorOf = ({ isFromTeam, userId }: Comment): string[] => (isFromTeam ? [] : [userId]);

const memberOf = ({ isFromTeam, accountId }: Comment): string[] =>
  isFromTeam && accountId !== null ? [accountId] : [];
