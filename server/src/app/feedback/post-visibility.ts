// What visitors of the public site see of a post that is written.

import type { Tag } from '../../domain/catalog/tag.ts';
import type { Visibility } from '../../domain/feedback/post.ts';
import { isSame } from '../../domain/kernel/version.ts';
import type { Reader } from '../../ports/store.ts';

/** Of posts that come without one. Imports don't use it: what they bring is internal unless they say otherwise. */
export const newPostVisibility = async (
  read: Pick<Reader, 'sites'>,
  workspaceId: string,
): Promise<Visibility> => (await read.sites.find(workspaceId))?.newPosts ?? 'internal';

/** Whether visitors notice that the tags of a public post changed. */
export const showOtherTags = (before: readonly Tag[], after: readonly Tag[]): boolean =>
  !isSame(publicNames(before), publicNames(after));

const publicNames = (tags: readonly Tag[]): string[] =>
  tags.filter((tag) => tag.isPublic).map(({ name }) => name);
