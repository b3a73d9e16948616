// Creating a post when there may be one like it already: the caller says what to do then.

import { conflict } from '../domain/failure.ts';
import { postTitle } from '../domain/post.ts';
import { namesSomebody } from '../domain/user.ts';
import { type Caller, change, type Deps } from './deps.ts';
import { type Duplicates, type SimilarPost, sameFrom } from './duplicates.ts';
import type { PostView } from './includes.ts';
import { standingPost } from './merging.ts';
import { ownUser, resolvePerson } from './people.ts';
import { type PostDraft, writtenPost } from './post-writing.ts';
import type { Posts } from './posts.ts';
import type { Upload } from './uploads.ts';

export type OnDuplicate = 'suggest' | 'vote' | 'reject';

export interface Submitted {
  view: PostView;
  isNew: boolean;
  /** With `suggest`: what is like the new post. */
  similar?: SimilarPost[];
}

export interface Submissions {
  submit(
    caller: Caller,
    draft: PostDraft,
    onDuplicate: OnDuplicate | undefined,
    upload?: Upload,
  ): Promise<Submitted>;
}

const mostSuggested = 5;

export function submissions(deps: Deps, posts: Posts, duplicates: Duplicates): Submissions {
  /** The author supports what is there instead of saying it again; files that came along are dropped. */
  const voteFor = (caller: Caller, draft: PostDraft, id: string): Promise<Submitted> =>
    change(deps, caller, async (write) => {
      const { post, mergedFromId } = await standingPost(write, caller.workspaceId, id);
      const author =
        draft.author !== undefined && namesSomebody(draft.author.reference)
          ? await resolvePerson(deps, caller, write, draft.author)
          : await ownUser(write, caller.workspaceId);
      const vote = { postId: post.id, userId: author.id, votedAt: deps.clock.now() };
      if (await write.votes.add(caller.workspaceId, { ...vote, mergedFromId })) {
        await write.posts.addToCounts(caller.workspaceId, post.id, { votes: 1 });
        write.announce('vote.created', post.id, vote);
      }
      return { view: await writtenPost(write, caller.workspaceId, post.id), isNew: false };
    });

  return {
    async submit(caller, draft, onDuplicate, upload) {
      if (onDuplicate === undefined) {
        return posts.create(caller, draft, upload, (view): Submitted => ({ view, isNew: true }));
      }
      const similar = await duplicates.similarTo(caller, postTitle(draft.title), mostSuggested);
      const [best] = similar;
      const same = best !== undefined && best.similarity >= sameFrom ? best.post : undefined;
      if (same !== undefined && onDuplicate === 'reject') {
        throw conflict(`A post like this exists already: "${same.id}", "${same.title}".`);
      }
      if (same !== undefined && onDuplicate === 'vote') return voteFor(caller, draft, same.id);
      const result = (view: PostView): Submitted =>
        onDuplicate === 'suggest' ? { view, isNew: true, similar } : { view, isNew: true };
      return posts.create(caller, draft, upload, result);
    },
  };
}
