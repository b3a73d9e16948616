// All data stored about one user, for a data access request.

import type { User } from '../people/user.ts';
import type { CommentView } from './comment.ts';
import type { PostView } from './post.ts';
import type { Vote } from './vote.ts';

/** In batches small enough not to block the event loop. */
export interface UserExport {
  user: User;
  posts: AsyncIterable<PostView[]>;
  comments: AsyncIterable<CommentView[]>;
  votes: AsyncIterable<Vote[]>;
}
