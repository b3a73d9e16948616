// The status changes of a post, with who made them and why.

import type { AuditEntry } from '@earshot/client';
import { Text, Title } from '@mantine/core';
import { useStatuses } from '../../data/catalog.ts';
import { useStatusHistory } from '../../data/feedback/discussion.ts';
import { useTexts } from '../../texts/texts.tsx';
import { useActorNames } from '../text/actor-names.ts';
import { useFormats } from '../text/format.ts';
import classes from './facts.module.css';

export function StatusHistory({ postId }: { postId: string }) {
  const { post: texts } = useTexts();
  const formats = useFormats();
  const changes = useStatusHistory(postId).data ?? [];
  const statuses = useStatuses().data;
  const nameOf = (id: string) => statuses?.find((status) => status.id === id)?.name ?? texts.deletedStatus;
  if (changes.length === 0) return null;
  return (
    <section className={classes.panel}>
      <Title order={2} size="h3" mb="sm">
        {texts.history}
      </Title>
      <ol className={classes.history}>
        {changes.map((change) => (
          <li key={change.id}>
            {change.fromStatusId !== null && (
              <Text span inherit c="dimmed">
                {`${nameOf(change.fromStatusId)} → `}
              </Text>
            )}
            <strong>{nameOf(change.toStatusId)}</strong>
            <Text size="xs" c="dimmed">
              <ChangedBy actor={change.actor} />
              <time dateTime={change.createdAt} title={formats.dateTime(change.createdAt)}>
                {formats.ago(change.createdAt)}
              </time>
            </Text>
            {change.comment !== null && (
              <Text size="sm" dir="auto">
                {change.comment}
              </Text>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Nothing for an imported change, or for someone who is no longer known here. */
function ChangedBy({ actor }: { actor: AuditEntry['actor'] | null }) {
  const { post: texts } = useTexts();
  const nameOf = useActorNames();
  if (actor === null) return null;
  const name = nameOf(actor);
  if (name === actor.id) return null;
  return (
    <>
      <bdi>{actor.type === 'key' ? texts.byKey(name) : name}</bdi>
      {' · '}
    </>
  );
}
