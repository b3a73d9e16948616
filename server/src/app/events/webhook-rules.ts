// Decides which events a webhook receives.

import type { StatusCategory } from '../../domain/catalog/status.ts';
import type { EventType, Payload } from '../../domain/events/event.ts';
import { typesOf, type Webhook, type WebhookRule } from '../../domain/events/webhook.ts';
import type { Comment } from '../../domain/feedback/comment.ts';
import { nameKey } from '../../domain/kernel/text.ts';
import type { Reader } from '../../ports/store.ts';
import type { StoredEvent } from './feed.ts';

/** What rules ask about a post. */
interface PostFacts {
  statusId: string;
  postTypeId: string;
  tags: readonly { id: string; name: string }[];
}

export type Matcher = (event: StoredEvent) => boolean;

/** Reads what the rules of these webhooks need to know about the events, once for all; returns a test for each. */
export async function matchersOf(
  read: Reader,
  workspaceId: string,
  webhooks: readonly Webhook[],
  events: readonly StoredEvent[],
): Promise<Matcher[]> {
  const hasRules = webhooks.some(({ when }) => when !== null);
  const facts = hasRules ? await factsOf(read, workspaceId, events) : undefined;
  return webhooks.map((webhook) => {
    const types = typesOf(webhook);
    const { when, format } = webhook;
    const isWanted = (event: StoredEvent): boolean =>
      types.has(event.type) && (format === 'standard' || !isPrivateNote(event));
    if (when === null || facts === undefined) return isWanted;
    return (event) => isWanted(event) && fits(when, event, facts);
  });
}

/** Chats are read by more people than those who may see private notes. */
const isPrivateNote = ({ objectKind, payload }: StoredEvent): boolean =>
  objectKind === 'comment' && (JSON.parse(payload) as { object: Partial<Comment> }).object.isPrivate === true;

interface Facts {
  payloadOf(event: StoredEvent): Partial<Payload>;
  /** The post in the event, or the one that it is about; undefined if it is about none. */
  postOf(event: StoredEvent): PostFacts | undefined;
  categoryOf(statusId: string): StatusCategory | undefined;
}

async function factsOf(read: Reader, workspaceId: string, events: readonly StoredEvent[]): Promise<Facts> {
  const statuses = await read.statuses.list(workspaceId);
  const categories = new Map(statuses.map(({ id, category }) => [id, category]));
  const payloads = new Map(events.map((event) => [event.sequence, JSON.parse(event.payload) as Payload]));
  const postIds = [...new Set(events.flatMap(({ postId }) => postId ?? []))];
  const posts = await read.posts.postsOf(workspaceId, postIds);
  const tags = await read.tags.tagsOf(workspaceId, postIds);
  return {
    payloadOf: ({ sequence }) => payloads.get(sequence) ?? {},
    postOf({ sequence, objectKind, postId }) {
      if (objectKind === 'post') return payloads.get(sequence)?.object as PostFacts | undefined;
      const post = postId === null ? undefined : posts.get(postId);
      return post && { ...post, tags: tags.get(post.id) ?? [] };
    },
    categoryOf: (statusId) => categories.get(statusId),
  };
}

function fits(when: WebhookRule, event: StoredEvent, { payloadOf, postOf, categoryOf }: Facts): boolean {
  const { metric, atLeast, statusCategory, tag, typeId } = when;
  if (metric !== undefined) {
    const { threshold } = payloadOf(event);
    if (threshold?.metric !== metric || threshold.atLeast !== atLeast) return false;
  }
  if (statusCategory === undefined && tag === undefined && typeId === undefined) return true;
  const post = postOf(event);
  if (post === undefined) return false;
  if (statusCategory !== undefined && categoryOf(post.statusId) !== statusCategory) return false;
  if (typeId !== undefined && post.postTypeId !== typeId) return false;
  return tag === undefined || post.tags.some(({ id, name }) => id === tag || nameKey(name) === nameKey(tag));
}

/** Events after which a post may have more votes than before. */
export const votingTypes: ReadonlySet<EventType> = new Set([
  'vote.created',
  'post.created',
  'post.updated',
  'post.merged',
]);
