// Creates a post. If a similar post exists, the caller decides what happens.

import { type PostView, postTitle, type SimilarPost } from '../../domain/feedback/post.ts';
import { voteSourceOf } from '../../domain/feedback/vote.ts';
import { conflict } from '../../domain/kernel/failure.ts';
import type { Upload } from '../files/uploads.ts';
import { type Caller, type Change, change, type Deps, faultsOf } from '../kernel/change.ts';
import { resolvePerson } from '../people/people.ts';
import { type FindSimilar, findSimilarSince, sameFrom, searchTitles } from './duplicates.ts';
import { follow } from './following.ts';
import { standingPost } from './merging.ts';
import { checkEdit, isNamed, type PostDraft, type PostWriting, writtenPost } from './post-writing.ts';
import { castVote } from './vote-casting.ts';

export type OnDuplicate = 'suggest' | 'vote' | 'reject';

export interface CreatedPost {
  view: PostView;
  isNew: boolean;
  /** Posts similar to the new one; set with `suggest`. */
  similar?: SimilarPost[];
}

export interface PostCreation {
  create(
    caller: Caller,
    draft: PostDraft,
    onDuplicate: OnDuplicate | undefined,
    upload?: Upload,
  ): Promise<CreatedPost>;
}

const maxSuggested = 5;

/** `findSimilar`: set inside the transaction of a batch. */
export function postCreation(deps: Deps, writing: PostWriting, findSimilar?: FindSimilar): PostCreation {
  /** Votes for the existing post on behalf of the author, if one is named; uploaded files are discarded. */
  const voteFor = async (
    write: Change,
    caller: Caller,
    draft: PostDraft,
    id: string,
  ): Promise<CreatedPost> => {
    const { post, mergedFromId } = await standingPost(write, caller.workspaceId, id);
    if (isNamed(draft.author)) {
      const author = await resolvePerson(deps, caller, write, draft.author);
      const cast = { source: voteSourceOf(caller.actor), now: deps.clock.now() };
      await castVote(write, caller.workspaceId, { post, mergedFromId }, author, cast);
      if (draft.follow === true)
        await follow(write, caller.workspaceId, { post, mergedFromId }, [author.id], cast);
    }
    return { view: await writtenPost(write, caller.workspaceId, post.id), isNew: false };
  };

  return {
    async create(caller, draft, onDuplicate, upload) {
      const faults = faultsOf(caller);
      const checked = checkEdit(draft, deps.clock.now(), faults);
      const title = faults.check(() => postTitle(draft.title), '');
      const { workspaceId } = caller;
      const isSearched = onDuplicate !== undefined && findSimilar === undefined;
      const searches = await searchTitles(deps.store.read, workspaceId, isSearched ? [title] : []);
      // Checked inside the transaction, so that two similar posts created concurrently can't miss each other.
      return change(deps, caller, async (write) => {
        const find = findSimilar ?? findSimilarSince(searches);
        const similar = onDuplicate === undefined ? [] : await find(write, workspaceId, title, maxSuggested);
        const [best] = similar;
        const same = best !== undefined && best.similarity >= sameFrom ? best.post : undefined;
        if (same !== undefined && onDuplicate === 'reject') {
          throw conflict(`A post like this exists already: "${same.id}", "${same.title}".`);
        }
        if (same !== undefined && onDuplicate === 'vote') return voteFor(write, caller, draft, same.id);
        const view = await writing.insert(write, caller, draft, checked, upload);
        return onDuplicate === 'suggest' ? { view, isNew: true, similar } : { view, isNew: true };
      });
    },
  };
}
