// What visitors need to read comments: who of the team wrote them, and what they answer.

import { type Comment, countsInPublic } from '../../domain/feedback/comment.ts';
import type { ShownComment } from '../../domain/site/reading.ts';
import { type Site, siteName } from '../../domain/site/site.ts';
import type { Reader } from '../../ports/store.ts';

export async function withMembers(
  read: Reader,
  site: Site,
  comments: readonly Comment[],
): Promise<ShownComment[]> {
  const members = comments.filter(({ isFromTeam }) => isFromTeam).map(({ userId }) => userId);
  const parentIds = comments.flatMap(({ parentId }) => parentId ?? []);
  const [people, parents] = await Promise.all([
    read.users.usersOf(site.id, [...new Set(members)]),
    read.comments.commentsOf(site.id, [...new Set(parentIds)]),
  ]);
  return comments.map((comment) => {
    const parent = comment.parentId === null ? undefined : parents.get(comment.parentId);
    return {
      comment,
      memberName: comment.isFromTeam ? (people.get(comment.userId)?.name ?? siteName(site)) : null,
      parent: parent !== undefined && countsInPublic(parent) ? parent : null,
    };
  });
}
