// The events of an edit of a post besides `post.updated`.

import type { EventType } from '../../domain/events/event.ts';
import { isPublic, type Post } from '../../domain/feedback/post.ts';

type PostEvent = EventType & `post.${string}`;

export const eventsBetween = (before: Post, after: Post): PostEvent[] => [
  ...(before.statusId === after.statusId ? [] : (['post.status_changed'] as const)),
  ...(isPublic(before) === isPublic(after)
    ? []
    : ([isPublic(after) ? 'post.published' : 'post.unpublished'] as const)),
  ...(before.ownerId === after.ownerId ? [] : (['post.assigned'] as const)),
];
