// The tags of a post. Undoing also deletes the tags that the change itself created, unless they are in use by then.

import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { earshot } from '../client.ts';
import { isStatus } from '../query-client.ts';
import { changesOf, keepPost } from './posts.ts';

export interface SavedTags {
  undo: () => Promise<void>;
}

export const useSetTags = (postId: string) => {
  const queryClient = useQueryClient();
  const { mutateAsync: set } = useMutation({
    scope: changesOf(postId),
    mutationFn: (names: readonly string[]) => save(queryClient, postId, names),
  });
  return async (names: readonly string[], before: readonly string[]): Promise<SavedTags> => {
    const { data: post, requestId } = await set(names);
    const added = post.tags.filter(({ name }) => !before.includes(name));
    return {
      undo: async () => {
        await set(before);
        await Promise.all(added.map(({ id }) => removeCreated(id, requestId)));
        await queryClient.invalidateQueries({ queryKey: ['tags'] });
      },
    };
  };
};

async function save(queryClient: QueryClient, postId: string, names: readonly string[]) {
  const answer = await earshot.posts.update(postId, { tags: [...names] }).withResponse();
  keepPost(queryClient, answer.data);
  void queryClient.invalidateQueries({ queryKey: ['tags'] });
  return answer;
}

/** Deletes the tag if this request created it and no post has it. */
async function removeCreated(tagId: string, requestId: string | undefined): Promise<void> {
  const filters = { objectId: tagId, action: 'tag.created' };
  const [creation] = (await earshot.auditLog.list({ filters, limit: 1 }).page()).items;
  if (creation === undefined || creation.requestId !== requestId) return;
  try {
    const { postsCount } = await earshot.tags.get(tagId);
    if (postsCount === 0) await earshot.tags.delete(tagId);
  } catch (error) {
    // Someone else was faster.
    if (!isStatus(error, 404)) throw error;
  }
}
