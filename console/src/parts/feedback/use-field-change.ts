// Changes the owner, type or tags of one or many posts. Each change can be undone.

import type { Tag } from '@earshot/client';
import { useQueryClient } from '@tanstack/react-query';
import { useTags } from '../../data/catalog.ts';
import type { PostEdit } from '../../data/feedback/bulk-change.ts';
import { removeCreatedTags } from '../../data/feedback/post-tags.ts';
import type { ListedPost } from '../../data/feedback/posts.ts';
import { usePostTexts } from '../../texts/post.ts';
import { useTexts } from '../../texts/texts.tsx';
import { isSameName } from '../forms/type-ahead.ts';
import { useNotify } from '../states/notify.tsx';
import { useFormats } from '../text/format.ts';
import { reverted, shortened, useBulkEdits } from './use-bulk-edits.ts';

/** What pickers know of a post. */
export type PickedPost = Pick<ListedPost, 'id' | 'title' | 'statusId' | 'postTypeId' | 'tags'> &
  Partial<Pick<ListedPost, 'ownerId' | 'visibility' | 'votesCount' | 'createdAt' | 'author'>>;

/** Which tag is put on posts, or taken off. */
export type TagEdit = { add: string } | { remove: string };

/** The ID of a tag that the server has yet to create. */
const newTagId = 'new';

const newTag = (name: string): Tag => ({
  ...{ id: `${newTagId}-${name}`, name, color: null, isPublic: false, postsCount: 0, version: 1 },
  ...{ createdAt: '', updatedAt: '' },
});

const isNew = ({ id }: { id: string }): boolean => id.startsWith(newTagId);

export function useFieldChange() {
  const { post: texts, common, visibility } = useTexts();
  const { changed: changedText } = usePostTexts();
  const queryClient = useQueryClient();
  const notify = useNotify();
  const formats = useFormats();
  const known = useTags().data;
  const { run } = useBulkEdits((edits) => {
    const [first] = edits;
    const [count, shown] = [edits.length, formats.number(edits.length)];
    return {
      running: visibility.changing(count, shown),
      failed:
        count === 1 && first !== undefined
          ? texts.notSaved(shortened(first.title))
          : visibility.notChanged(count, shown),
      stopped: visibility.stopped,
    };
  });
  const save = (edits: readonly PostEdit[]) =>
    void run(edits, (changed, requestIds) => {
      const { length: count } = changed;
      const created = changed.flatMap(({ to }) => to.tags?.filter(isNew).map(({ name }) => name) ?? []);
      notify.done(
        count === 1 ? texts.saved : changedText(count, formats.number(count)),
        () =>
          void run(reverted(changed), () => {
            notify.done(common.undone);
            removeCreatedTags(queryClient, [...new Set(created)], requestIds).catch(notify.failed);
          }),
      );
    });
  const tagNamed = (name: string) => known?.find((tag) => isSameName(tag.name, name)) ?? newTag(name);
  const tagsAfter = ({ tags }: Pick<PickedPost, 'tags'>, edit: TagEdit) => {
    const name = 'add' in edit ? edit.add : edit.remove;
    const others = tags.filter((tag) => !isSameName(tag.name, name));
    if ('remove' in edit) return others;
    return others.length < tags.length ? tags : [...tags, tagNamed(name)];
  };
  return {
    changeOwner: (posts: readonly PickedPost[], ownerId: string | null) =>
      save(
        posts
          .filter((post) => (post.ownerId ?? null) !== ownerId)
          .map(({ id, title, ownerId: before = null }) => ({
            ...{ id, title },
            ...{ from: { ownerId: before }, to: { ownerId } },
          })),
      ),
    changeType: (posts: readonly PickedPost[], postTypeId: string) =>
      save(
        posts
          .filter((post) => post.postTypeId !== postTypeId)
          .map(({ id, title, postTypeId: before }) => ({
            ...{ id, title },
            ...{ from: { postTypeId: before }, to: { postTypeId } },
          })),
      ),
    tagsAfter,
    changeTags: (posts: readonly PickedPost[], edit: TagEdit) =>
      save(
        posts
          .map(({ id, title, tags }) => ({
            ...{ id, title },
            ...{ from: { tags }, to: { tags: tagsAfter({ tags }, edit) } },
          }))
          .filter(({ from, to }) => from.tags.length !== to.tags.length),
      ),
  };
}
