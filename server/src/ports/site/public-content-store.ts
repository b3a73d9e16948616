// What only pages for visitors read: each query finds public rows by an index that has no others.

import type { Comment } from '../../domain/feedback/comment.ts';
import type { PostQuery } from '../../domain/feedback/post.ts';
import type { Slice } from '../../domain/kernel/page.ts';

export interface PublicContentReader {
  /** The combinations of status and type that public posts have, merged ones aside. */
  postGroups(workspaceId: string): Promise<{ statusId: string; typeId: string }[]>;
  /** How many public posts there are of these statuses and types, merged ones aside. Stops counting at `max`. */
  countPosts(workspaceId: string, of: Pick<PostQuery, 'statusIds' | 'typeIds'>, max: number): Promise<number>;
  /** The public comments of a post but the answer, newest first; the sort key is [createdAt, id]. */
  comments(workspaceId: string, postId: string, slice: Slice): Promise<Comment[]>;
  /** Whether anyone but this person has a comment on the post, and whether visitors see one of them. */
  othersSaid(
    workspaceId: string,
    postId: string,
    userId: string,
  ): Promise<'nothing' | 'internally' | 'publicly'>;
  /** The team's answer to a post. */
  findAnswer(workspaceId: string, postId: string): Promise<Comment | undefined>;
}
