// Changelog entries, by state.

import '../../parts/mantine-later.css';
import type { Changelog } from '@earshot/client';
import { Badge, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type ChangelogState, useChangelogs } from '../../data/changelogs.ts';
import { IconPlus, IconSearch, IconSpeakerphone } from '../../parts/icons.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { MoreButton } from '../../parts/states/more-button.tsx';
import { EmptyState, QueryResult } from '../../parts/states/states.tsx';
import surface from '../../parts/surface.module.css';
import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { StateBadge } from './state-badge.tsx';

const states = ['all', 'draft', 'scheduled', 'published'] as const;
type Shown = (typeof states)[number];

export function ChangelogPage() {
  const { changelog: texts, places } = useTexts();
  const [shown, setShown] = useState<Shown>('all');
  const [words, setWords] = useState('');
  const [asked] = useDebouncedValue(words.trim(), 200);
  const list = useChangelogs(shown === 'all' ? undefined : (shown as ChangelogState), asked);
  const create = (
    <ButtonLink
      to="/changelog/$changelogId"
      params={{ changelogId: 'new' }}
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {texts.create}
    </ButtonLink>
  );
  return (
    <PageFrame title={places.changelog} actions={create}>
      <Group mb="md" gap="sm">
        <SegmentedControl
          aria-label={texts.stateLabel}
          value={shown}
          onChange={(value) => setShown(value as Shown)}
          data={states.map((value) => ({ value, label: texts.states[value] }))}
        />
        <TextInput
          flex={1}
          miw={180}
          type="search"
          aria-label={texts.search}
          placeholder={texts.search}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </Group>
      <QueryResult query={list}>
        {({ pages }) => {
          const all = pages.flatMap(({ items }) => items);
          if (all.length === 0) {
            return (
              <EmptyState Icon={IconSpeakerphone} title={asked === '' ? texts.emptyTitle : texts.noMatch}>
                {asked === '' ? texts.emptyText : undefined}
              </EmptyState>
            );
          }
          return (
            <>
              <div className={surface.frame}>
                {all.map((one) => (
                  <Entry key={one.id} changelog={one} />
                ))}
              </div>
              <MoreButton {...list} />
            </>
          );
        }}
      </QueryResult>
    </PageFrame>
  );
}

function Entry({ changelog }: { changelog: Changelog }) {
  const { changelog: texts } = useTexts();
  const formats = useFormats();
  const { id, title, state, publishedAt, createdAt, labels, linkedPostIds } = changelog;
  return (
    <Link
      to="/changelog/$changelogId"
      params={{ changelogId: id }}
      className={`${surface.row} ${surface.link}`}
    >
      <div className={surface.grow}>
        <Group gap="xs">
          <Text fw={600}>{title}</Text>
          {labels.map((label) => (
            <Badge key={label} variant="light" color="gray" c="inherit" tt="none">
              {label}
            </Badge>
          ))}
        </Group>
        <Text size="xs" c="dimmed">
          {publishedAt === null ? texts.createdAt(formats.date(createdAt)) : formats.dateTime(publishedAt)}
          {linkedPostIds.length > 0 &&
            ` · ${texts.linked(linkedPostIds.length, formats.number(linkedPostIds.length))}`}
        </Text>
      </div>
      <StateBadge state={state} />
    </Link>
  );
}
