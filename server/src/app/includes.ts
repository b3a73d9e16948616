// Related data of posts, asked for by name. Each loader runs once for a whole page.

import type { Attachment } from '../domain/attachment.ts';
import type { Post } from '../domain/post.ts';
import type { Tag } from '../domain/tag.ts';
import type { User } from '../domain/user.ts';
import { maxVotersPerPost, type Voter } from '../domain/vote.ts';
import type { Reader } from '../ports/store.ts';

export interface PostRelations {
  author?: User;
  tags?: Tag[];
  attachments?: Attachment[];
  voters?: Voter[];
  /** There are more voters than `voters` holds. */
  votersTruncated?: boolean;
}

export type PostView = Post & PostRelations;

type Related = (post: Post) => PostRelations;
type Loader = (read: Reader, workspaceId: string, posts: readonly Post[]) => Promise<Related>;

const loaders = {
  async author(read, workspaceId, posts) {
    const users = await read.users.usersOf(
      workspaceId,
      posts.map((post) => post.authorId),
    );
    return (post) => {
      const author = users.get(post.authorId);
      return author === undefined ? {} : { author };
    };
  },
  async tags(read, workspaceId, posts) {
    const tags = await read.tags.tagsOf(workspaceId, idsOf(posts));
    return (post) => ({ tags: tags.get(post.id) ?? [] });
  },
  async attachments(read, workspaceId, posts) {
    const attachments = await read.attachments.attachmentsOf(workspaceId, idsOf(posts));
    return (post) => ({ attachments: attachments.get(post.id) ?? [] });
  },
  async voters(read, workspaceId, posts) {
    const votes = await read.votes.votesOf(workspaceId, posts, maxVotersPerPost);
    const userIds = [...votes.values()].flatMap((ofPost) => ofPost.map((vote) => vote.userId));
    const users = await read.users.usersOf(workspaceId, userIds);
    return (post) => {
      const voters = (votes.get(post.id) ?? []).flatMap(({ userId, votedAt }) => {
        const user = users.get(userId);
        return user === undefined ? [] : [{ user, votedAt }];
      });
      return post.votesCount > maxVotersPerPost ? { voters, votersTruncated: true } : { voters };
    };
  },
} satisfies Record<string, Loader>;

export type PostInclude = keyof typeof loaders;
export const postIncludes = Object.keys(loaders) as PostInclude[];

export async function withIncludes(
  read: Reader,
  workspaceId: string,
  posts: readonly Post[],
  includes: readonly PostInclude[],
): Promise<PostView[]> {
  const related: Related[] = [];
  for (const include of includes) related.push(await loaders[include](read, workspaceId, posts));
  return posts.map((post) => Object.assign({}, post, ...related.map((of) => of(post))));
}

const idsOf = (posts: readonly Post[]): string[] => posts.map((post) => post.id);
