// What an event says in one line and a title, before it is written for a service.

import { type EventKind, type EventType, eventCatalog } from '../../domain/events/event.ts';
import { grouped } from '../../domain/kernel/count.ts';
import { firstCharacters } from '../../domain/kernel/text.ts';
import { plainText } from '../../domain/rich-text/plain-text.ts';
import type { RichText } from '../../domain/rich-text/rich-text.ts';

export interface EventMessage {
  /** What happened, in a few words. */
  headline: string;
  /** The name of the thing. */
  title: string;
  /** Where to see it. */
  url: string;
  /** More about it; may be empty. */
  text: string;
  /** ISO 8601. */
  createdAt: string;
}

/** The fields of presented objects that messages use. */
interface Shown {
  id?: string;
  postId?: string;
  title?: string | null;
  name?: string | null;
  email?: string | null;
  content?: unknown;
  description?: RichText;
  url?: string;
  votesCount?: number;
  ownerId?: string | null;
  user?: { name?: string | null; email?: string | null };
  author?: { name?: string | null; email?: string | null } | null;
  importId?: string;
  state?: string;
  counts?: Record<string, { created?: number; removed?: number }>;
}

interface ShownEvent {
  type: EventType;
  createdAt: string;
  data: { object: Shown; threshold?: { atLeast: number } };
}

const maxName = 250;
const maxText = 600;

const headlines: Record<EventType, (event: ShownEvent) => string> = {
  'post.created': ({ data }) => `New feedback${by(data.object.author)}`,
  'post.updated': () => 'Feedback updated',
  'post.deleted': () => 'Feedback deleted',
  'post.status_changed': () => 'Status changed',
  'post.published': () => 'Feedback made public',
  'post.unpublished': () => 'Feedback made internal',
  'post.assigned': ({ data }) =>
    data.object.ownerId == null ? 'Feedback has no owner' : 'Feedback assigned',
  'post.merged': () => 'Feedback merged',
  'post.unmerged': () => 'Feedback unmerged',
  'post.threshold_reached': ({ data }) =>
    `${data.threshold?.atLeast ?? data.object.votesCount ?? 0} votes reached`,
  'comment.created': ({ data }) => `New comment${by(data.object.author)}`,
  'comment.updated': ({ data }) => `Comment edited${by(data.object.author)}`,
  'comment.deleted': () => 'Comment deleted',
  'vote.created': ({ data }) => `New vote${by(data.object.user)}`,
  'vote.deleted': ({ data }) => `Vote withdrawn${by(data.object.user)}`,
  'post.submitted': ({ data }) => `Feedback waits for approval${by(data.object.author)}`,
  'post.approved': () => 'Feedback approved',
  'post.rejected': () => 'Feedback rejected',
  'comment.submitted': ({ data }) => `Comment waits for approval${by(data.object.author)}`,
  'comment.approved': () => 'Comment approved',
  'comment.rejected': () => 'Comment rejected',
  'changelog.published': () => 'Changelog published',
  'user.created': () => 'New person',
  'user.updated': () => 'Person updated',
  'user.deleted': () => 'Personal data deleted',
  'user.banned': () => 'Person banned',
  'user.unbanned': () => 'Person unbanned',
  'import.finished': ({ data }) =>
    data.object.state === 'failed' ? 'Import ended early' : 'Import finished',
  'import.undone': ({ data }) =>
    data.object.state === 'failed' ? 'Undo of an import ended early' : 'Import undone',
  'site.updated': () => 'Public site edited',
  'webhook.test': () => 'Test of a webhook',
};

const by = (person: Shown['author']): string => {
  const name = person?.name ?? person?.email;
  return name == null ? '' : ` by ${name}`;
};

export function messageOf(event: object, publicUrl: string): EventMessage {
  const shown = event as ShownEvent;
  const { object } = shown.data;
  const { kind } = eventCatalog[shown.type];
  return {
    headline: firstCharacters(headlines[shown.type](shown), maxName),
    title: firstCharacters(titleOf(kind, object), maxName),
    url: `${publicUrl}${pathOf(kind, object)}`,
    text: textOf(kind, object),
    createdAt: shown.createdAt,
  };
}

/** Such as `posts: 12, votes: 340`. */
const changedIn = (counts: Shown['counts'] = {}): string =>
  Object.entries(counts)
    .map(([resource, { created, removed }]) => [resource, created ?? removed ?? 0] as const)
    .filter(([, changed]) => changed > 0)
    .map(([resource, changed]) => `${resource}: ${grouped(changed)}`)
    .join(', ') || 'No changes';

function titleOf(kind: EventKind, { title, name, email, url, content, postId, counts }: Shown): string {
  if (isText(kind) && title == null)
    return typeof content === 'string' && content !== '' ? firstLine(content) : 'Comment';
  if (kind === 'vote') return `Post ${postId ?? ''}`;
  if (kind === 'import') return changedIn(counts);
  if (kind === 'site') return name ?? 'Public site';
  return title ?? name ?? email ?? url ?? 'Untitled';
}

function pathOf(kind: EventKind, { id = '', postId = '', importId = '' }: Shown): string {
  const paths: Partial<Record<EventKind, string>> = {
    post: `/posts/${id}`,
    comment: `/posts/${postId}`,
    vote: `/posts/${postId}`,
    submission: '/moderation',
    changelog: `/changelog/${id}`,
    user: `/customers/people/${id}`,
    import: `/settings/import-export/${importId}`,
  };
  return paths[kind] ?? '/settings';
}

/** Kinds whose text is their content. */
const isText = (kind: EventKind): boolean => kind === 'comment' || kind === 'submission';

/** What follows the title of a comment, or the description of a post. */
function textOf(kind: EventKind, { title, content, description }: Shown): string {
  if (isText(kind) && typeof content === 'string') {
    const shown = title == null ? firstLine(content).length : 0;
    return firstCharacters(content.slice(shown).trim(), maxText);
  }
  return kind === 'post' && description !== undefined ? firstCharacters(plainText(description), maxText) : '';
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
