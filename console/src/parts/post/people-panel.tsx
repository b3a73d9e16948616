// People of a post in its sidebar, each with where they came from and a way to take them off. A person who said so
// elsewhere can be added by email.

import type { User } from '@earshot/client';
import { ActionIcon, Group, Text, TextInput, Title, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { IconPlus, IconX } from '../icons.tsx';
import { useNotify } from '../states/notify.tsx';
import { useFormats } from '../text/format.ts';
import { UserAvatar } from '../user-avatar.tsx';
import classes from './facts.module.css';

interface ListedPerson {
  userId: string;
  user: User;
  /** Since when, as an ISO time. */
  at: string;
  source: 'visitor' | 'team' | 'api' | 'import';
}

interface PeoplePanelProps<Person extends ListedPerson> {
  title: string;
  hint?: string | undefined;
  people: readonly Person[];
  /** The button for more of them. */
  more: ReactNode;
  addLabel: string;
  isAdding: boolean;
  add(userEmail: string): Promise<unknown>;
  added: string;
  removeLabel(name: string): string;
  remove(person: Person): Promise<unknown>;
  removed: string;
  undoRemoval(person: Person): Promise<unknown>;
}

export function PeoplePanel<Person extends ListedPerson>(props: PeoplePanelProps<Person>) {
  const { title, hint, people, more, addLabel, isAdding } = props;
  const { post: texts, feedback } = useTexts();
  const formats = useFormats();
  const notify = useNotify();
  const [email, setEmail] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    void notify.follow(props.add(email.trim()), () => {
      setEmail((now) => (now === email ? '' : now));
      notify.done(props.added);
    });
  };
  const remove = (person: Person) =>
    void notify.follow(props.remove(person), () =>
      notify.doneWithUndo(props.removed, () => props.undoRemoval(person)),
    );
  return (
    <section className={classes.panel}>
      <Title order={2} size="h3" mb="sm">
        {title}
      </Title>
      {hint !== undefined && (
        <Text size="xs" c="dimmed" mt={-8} mb="sm">
          {hint}
        </Text>
      )}
      <ul className={classes.voters}>
        {people.map((person) => {
          const { user, userId, at, source } = person;
          const name = user.name ?? user.email ?? user.externalId ?? feedback.anonymous;
          return (
            <li key={userId} className={classes.voter}>
              <UserAvatar size={24} src={user.avatarUrl} name={name} />
              <Link
                to="/customers/people/$userId"
                params={{ userId }}
                className={classes.voterName}
                title={formats.dateTime(at)}
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
                aria-label={props.removeLabel(name)}
                onClick={() => remove(person)}
              >
                <IconX size={12} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      {more}
      <form onSubmit={add}>
        <Group gap={6} mt="sm" wrap="nowrap">
          <TextInput
            flex={1}
            size="xs"
            type="email"
            required
            aria-label={addLabel}
            placeholder={addLabel}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
          />
          <Tooltip label={addLabel}>
            <ActionIcon type="submit" size={30} variant="default" aria-label={addLabel} loading={isAdding}>
              <IconPlus size={14} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      </form>
    </section>
  );
}
