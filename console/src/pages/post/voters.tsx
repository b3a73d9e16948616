// Who voted for the post. A vote received elsewhere can be added by email.

import type { PostDetail, Vote } from '@earshot/client';
import { ActionIcon, Group, Text, TextInput, Title, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useVote, useVoters } from '../../data/feedback/discussion.ts';
import { IconPlus, IconX } from '../../parts/icons.tsx';
import { MoreButton } from '../../parts/states/more-button.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { useFormats } from '../../parts/text/format.ts';
import { UserAvatar } from '../../parts/user-avatar.tsx';
import { useTexts } from '../../texts/texts.tsx';
import classes from './post-page.module.css';

export function Voters({ post }: { post: PostDetail }) {
  const { id: postId, votesCount: count, importedVotes = 0 } = post;
  const { post: texts, feedback } = useTexts();
  const formats = useFormats();
  const notify = useNotify();
  const voters = useVoters(postId);
  const adding = useVote(postId);
  const removing = useVote(postId);
  const [email, setEmail] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    const added = adding.mutateAsync({ voter: { userEmail: email.trim() }, isVoting: true });
    void notify.follow(added, () => {
      setEmail((now) => (now === email ? '' : now));
      notify.done(texts.voted);
    });
  };
  const remove = ({ userId, votedAt }: Vote) => {
    const voter = { userId };
    const again = () => removing.mutateAsync({ voter, isVoting: true, votedAt });
    const removed = removing.mutateAsync({ voter, isVoting: false });
    void notify.follow(removed, () => notify.doneWithUndo(texts.unvoted, again));
  };
  const all = voters.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section className={classes.panel}>
      <Title order={2} size="h3" mb="sm">
        {feedback.votes(count, formats.number(count))}
      </Title>
      {importedVotes > 0 && (
        <Text size="xs" c="dimmed" mt={-8} mb="sm">
          {texts.importedVotes(formats.number(importedVotes))}
        </Text>
      )}
      <ul className={classes.voters}>
        {all.map((vote) => {
          const { user, userId, votedAt, source = 'api' } = vote;
          const name = user.name ?? user.email ?? user.externalId ?? feedback.anonymous;
          return (
            <li key={userId} className={classes.voter}>
              <UserAvatar size={24} src={user.avatarUrl} name={name} />
              <Link
                to="/people/$userId"
                params={{ userId }}
                className={classes.voterName}
                title={formats.dateTime(votedAt)}
              >
                <bdi>{name}</bdi>
              </Link>
              <Text size="xs" c="dimmed" flex="none">
                {texts.voteSources[source]}
              </Text>
              <ActionIcon
                size="xs"
                variant="subtle"
                color="gray"
                aria-label={texts.removeVote(name)}
                onClick={() => remove(vote)}
              >
                <IconX size={12} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      <MoreButton look="panel" {...voters} />
      <form onSubmit={add}>
        <Group gap={6} mt="sm" wrap="nowrap">
          <TextInput
            flex={1}
            size="xs"
            type="email"
            required
            aria-label={texts.addVoter}
            placeholder={texts.addVoter}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Tooltip label={texts.addVoter}>
            <ActionIcon
              type="submit"
              size={30}
              variant="default"
              aria-label={texts.addVoter}
              loading={adding.isPending}
            >
              <IconPlus size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      </form>
    </section>
  );
}
