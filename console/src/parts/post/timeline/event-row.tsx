// One change of a post in its timeline, as a sentence: who did what, when, and why.

import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useStatuses } from '../../../data/catalog.ts';
import type { HistoryEvent } from '../../../data/feedback/discussion.ts';
import { useMembers } from '../../../data/settings/members.ts';
import { usePostTexts } from '../../../texts/post.ts';
import { useTexts } from '../../../texts/texts.tsx';
import { useActorNames } from '../../text/actor-names.ts';
import { useFormats } from '../../text/format.ts';
import classes from './timeline.module.css';

export function EventRow({ event }: { event: HistoryEvent }) {
  const formats = useFormats();
  return (
    <li className={classes.event}>
      <span className={classes.dot} aria-hidden />
      <div>
        <bdi>{useSentence(event)}</bdi>
        <Subject event={event} />
        {' · '}
        <time dateTime={event.at} title={formats.dateTime(event.at)}>
          {formats.ago(event.at)}
        </time>
        {event.reason !== null && (
          <Text size="sm" c="var(--mantine-color-text)" dir="auto">
            {event.reason}
          </Text>
        )}
      </div>
    </li>
  );
}

/** Undefined for an imported change, or for someone who is no longer known here. */
function useActor({ actor }: HistoryEvent): string | undefined {
  const { post: texts } = useTexts();
  const nameOf = useActorNames();
  if (actor === null) return undefined;
  const name = nameOf(actor);
  if (name === actor.id) return undefined;
  return actor.type === 'key' ? texts.byKey(name) : name;
}

function useSentence(event: HistoryEvent): string {
  const { post } = useTexts();
  const { events: texts } = usePostTexts();
  const formats = useFormats();
  const statuses = useStatuses().data;
  const members = useMembers().data?.members;
  const who = useActor(event);
  const { kind, fromId, toId, count } = event;
  const statusOf = (id: string | null) => statuses?.find((one) => one.id === id)?.name ?? post.deletedStatus;
  const memberOf = (id: string) => members?.find((one) => one.id === id)?.name ?? texts.formerMember;
  switch (kind) {
    case 'status':
      return fromId === null
        ? texts.statusSet(statusOf(toId), who)
        : texts.status(statusOf(fromId), statusOf(toId), who);
    case 'owner':
      if (toId !== null) return texts.owner(memberOf(toId), who);
      return fromId === null ? texts.ownerChanged(who) : texts.noOwner(memberOf(fromId), who);
    case 'votes':
      return texts.votes(formats.number(count ?? 0));
    case 'shipped':
      return texts.shipped;
    default:
      return texts[kind](who);
  }
}

/** A link to what it was about. */
function Subject({ event: { kind, subject } }: { event: HistoryEvent }): ReactNode {
  if (subject === null) return null;
  const { id, title } = subject;
  return (
    <>
      {' · '}
      {kind === 'shipped' ? (
        <Link
          to="/changelog/$changelogId"
          params={{ changelogId: id }}
          className={classes.subject}
          dir="auto"
        >
          {title}
        </Link>
      ) : (
        <Link to="/posts/$postId" params={{ postId: id }} className={classes.subject} dir="auto">
          {title}
        </Link>
      )}
    </>
  );
}
