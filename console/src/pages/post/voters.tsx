// Who voted for the post. A vote received elsewhere can be added by email.

import { ActionIcon, Button, Group, TextInput, Title, Tooltip } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useVote, useVoters } from '../../data/discussion.ts';
import { useFormats } from '../../parts/format.ts';
import { useNotify } from '../../parts/notify.tsx';
import { UserAvatar } from '../../parts/user-avatar.tsx';
import { useTexts } from '../../texts/texts.tsx';
import classes from './post-page.module.css';

export function Voters({ postId, count }: { postId: string; count: number }) {
  const { post: texts, feedback, common } = useTexts();
  const formats = useFormats();
  const notify = useNotify();
  const voters = useVoters(postId);
  const vote = useVote(postId);
  const [email, setEmail] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    vote.mutate(
      { voter: { userEmail: email.trim() }, isVoting: true },
      {
        onSuccess: () => {
          setEmail((now) => (now === email ? '' : now));
          notify.done(texts.voted);
        },
        onError: notify.failed,
      },
    );
  };
  const remove = (userId: string) => {
    const again = () => vote.mutateAsync({ voter: { userId }, isVoting: true });
    vote.mutate(
      { voter: { userId }, isVoting: false },
      { onSuccess: () => notify.doneWithUndo(texts.unvoted, again), onError: notify.failed },
    );
  };
  const all = voters.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <section className={classes.panel}>
      <Title order={2} size="h3" mb="sm">
        {feedback.votes(count, formats.number(count))}
      </Title>
      <ul className={classes.voters}>
        {all.map(({ user, userId, votedAt }) => {
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
                {name}
              </Link>
              <ActionIcon
                size="xs"
                variant="subtle"
                color="gray"
                aria-label={texts.removeVote(name)}
                onClick={() => remove(userId)}
              >
                <IconX size={12} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      {voters.hasNextPage && (
        <Button
          mt="xs"
          size="compact-xs"
          variant="subtle"
          loading={voters.isFetchingNextPage}
          onClick={() => void voters.fetchNextPage()}
        >
          {common.more}
        </Button>
      )}
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
              loading={vote.isPending}
            >
              <IconPlus size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      </form>
    </section>
  );
}
