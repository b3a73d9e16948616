// Everything stored about one person, as they are entitled to get it.

import type { CommentView } from './comment.ts';
import type { PostView } from './post.ts';
import type { User } from './user.ts';
import type { Vote } from './vote.ts';

/** In batches small enough that none of them blocks the event loop. */
export interface UserExport {
  user: User;
  posts: AsyncIterable<PostView[]>;
  comments: AsyncIterable<CommentView[]>;
  votes: AsyncIterable<Vote[]>;
}
