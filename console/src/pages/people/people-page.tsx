// Everyone who has given feedback, with a search by name, email or external ID.

import { Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePeople } from '../../data/people.ts';
import { IconSearch, IconUsers } from '../../parts/icons.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { MoreButton } from '../../parts/states/more-button.tsx';
import { EmptyState, QueryResult } from '../../parts/states/states.tsx';
import surface from '../../parts/surface.module.css';
import { useFormats } from '../../parts/text/format.ts';
import { UserAvatar } from '../../parts/user-avatar.tsx';
import { useTexts } from '../../texts/texts.tsx';

export function PeoplePage() {
  const { people: texts, places, feedback } = useTexts();
  const formats = useFormats();
  const [words, setWords] = useState('');
  const [asked] = useDebouncedValue(words.trim(), 200);
  const people = usePeople(asked);
  return (
    <PageFrame title={places.customers}>
      <TextInput
        mb="md"
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <QueryResult query={people}>
        {({ pages }) => {
          const all = pages.flatMap(({ items }) => items);
          if (all.length === 0) {
            return (
              <EmptyState Icon={IconUsers} title={asked === '' ? texts.emptyTitle : texts.noMatch}>
                {asked === '' ? texts.emptyText : undefined}
              </EmptyState>
            );
          }
          return (
            <>
              <div className={surface.frame}>
                {all.map(({ id, name, email, externalId, avatarUrl, createdAt }) => (
                  <Link
                    key={id}
                    to="/customers/people/$userId"
                    params={{ userId: id }}
                    className={`${surface.row} ${surface.link}`}
                  >
                    <UserAvatar src={avatarUrl} name={name ?? email ?? '?'} />
                    <div className={surface.grow}>
                      <Text size="sm" fw={600}>
                        {name ?? email ?? externalId ?? feedback.anonymous}
                      </Text>
                      <Text size="xs" c="dimmed">
                        {email ?? externalId ?? '–'}
                      </Text>
                    </div>
                    <Text size="xs" c="dimmed">
                      {formats.date(createdAt)}
                    </Text>
                  </Link>
                ))}
              </div>
              <MoreButton {...people} />
            </>
          );
        }}
      </QueryResult>
    </PageFrame>
  );
}
