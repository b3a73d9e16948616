// All data stored about one user, for a data access request.

import type { CommentView } from '../feedback/comment.ts';
import type { Follower } from '../feedback/follower.ts';
import type { PostView } from '../feedback/post.ts';
import type { Vote } from '../feedback/vote.ts';
import type { MailSettings } from '../mail/settings.ts';
import type { User } from '../people/user.ts';
import type { Ban, ReportView, SubmissionView } from '../site/submission.ts';
import type { VisitorSession } from '../site/visitor.ts';

/** In batches small enough not to block the event loop. */
export interface UserExport {
  user: User;
  /** Who may not write on the public site. */
  ban: Ban | null;
  mail: MailSettings;
  posts: AsyncIterable<PostView[]>;
  comments: AsyncIterable<CommentView[]>;
  votes: AsyncIterable<Vote[]>;
  following: AsyncIterable<Follower[]>;
  submissions: AsyncIterable<SubmissionView[]>;
  reports: AsyncIterable<ReportView[]>;
  sessions: AsyncIterable<Omit<VisitorSession, 'hash'>[]>;
}
