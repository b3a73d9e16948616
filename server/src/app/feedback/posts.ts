// The use cases for posts.

import type { PostForms, PostJson, PostView } from '../../domain/feedback/post.ts';
import type { UploadLimits } from '../../domain/files/attachment.ts';
import { badField, Failure, notFound } from '../../domain/kernel/failure.ts';
import type { Page } from '../../domain/kernel/page.ts';
import { externalIdText } from '../../domain/kernel/text.ts';
import type { Versioned } from '../../domain/kernel/version.ts';
import { withoutAttached } from '../files/attachments.ts';
import type { Upload } from '../files/uploads.ts';
import { type Caller, change, type Deps, faultsOf } from '../kernel/change.ts';
import type { Rehearsed } from '../kernel/rehearsal.ts';
import type { FindSimilar } from './duplicates.ts';
import { type PostCreation, postCreation } from './post-creation.ts';
import type { PostInclude } from './post-includes.ts';
import { getPost, type PostListQuery, pageOfPosts } from './post-reading.ts';
import { removePost } from './post-removal.ts';
import { checkEdit, type PostDraft, type PostEdit, type PostPatch, postWriting } from './post-writing.ts';

export interface Posts extends PostCreation {
  page(caller: Caller, query: PostListQuery, forms: PostForms): Promise<Page<PostJson>>;
  get(
    caller: Caller,
    id: string,
    includes: readonly PostInclude[],
    forms: PostForms,
  ): Promise<PostJson & Versioned>;
  getIdByExternalId(caller: Caller, externalId: string): Promise<string>;
  update(caller: Caller, id: string, patch: PostPatch, upload?: Upload): Promise<PostView & Rehearsed>;
  /** Creates or updates the post with this external id. */
  upsert(
    caller: Caller,
    externalId: string,
    draft: PostEdit & Pick<PostDraft, 'voteAsAuthor'> & Pick<PostPatch, 'notify'>,
    upload?: Upload,
  ): Promise<{ view: PostView & Rehearsed; isNew: boolean }>;
  remove(caller: Caller, id: string): Promise<void>;
}

export function posts(deps: Deps, limits: UploadLimits, findSimilar?: FindSimilar): Posts {
  const { store, clock } = deps;
  const writing = postWriting(deps, limits);

  return {
    ...postCreation(deps, writing, findSimilar),

    page: (caller, query, forms) => pageOfPosts(deps, caller, query, forms),
    get: (caller, id, includes, forms) => getPost(deps, caller, id, includes, forms),

    async getIdByExternalId({ workspaceId }, externalId) {
      const id = await store.read.posts.findIdByExternalId(workspaceId, externalIdText(externalId));
      if (id === undefined) throw notFound('Post');
      return id;
    },

    async update(caller, id, patch, upload) {
      const checked = checkEdit(patch, clock.now(), faultsOf(caller));
      return change(deps, caller, async (write) => {
        const before = await write.posts.find(caller.workspaceId, id);
        if (before === undefined) throw notFound('Post');
        return writing.edit(write, caller, before, patch, checked, upload);
      });
    },

    async upsert(caller, text, draft, upload) {
      const faults = faultsOf(caller);
      const externalId = faults.check(() => externalIdText(text), '');
      const named = { ...draft, externalId };
      const checked = checkEdit(named, clock.now(), faults);
      return change(deps, caller, async (write) => {
        const before = await write.posts.findByExternalId(caller.workspaceId, externalId);
        if (before === undefined) {
          refuseExpectation(caller);
          const { title } = named;
          if (title === undefined) faults.check(() => missing('title'), undefined);
          const whole = { ...named, title: title ?? '' };
          const made = await writing.insert(write, caller, whole, checked, upload);
          return { view: made, isNew: true };
        }
        const files = await withoutAttached(write, caller.workspaceId, before.id, upload);
        return { view: await writing.edit(write, caller, before, named, checked, files), isNew: false };
      });
    },

    async remove(caller, id) {
      const { workspaceId } = caller;
      await change(deps, caller, async (write) => {
        const post = await write.posts.find(workspaceId, id);
        if (post === undefined) throw notFound('Post');
        write.expect(post);
        await removePost(deps, write, workspaceId, post);
      });
    },
  };
}

/** If-Match on a missing post fails. */
function refuseExpectation({ expects }: Caller): void {
  if (expects !== undefined)
    throw new Failure('PRECONDITION_FAILED', 'There is no post with this external id yet.');
}

function missing(field: string): never {
  throw badField(field, 'is required.');
}
