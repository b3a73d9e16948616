// One person and their activity, with export and erasure for privacy requests.

import '../../parts/mantine-later.css';
import type { User } from '@earshot/client';
import { Button, Group, Skeleton, Tabs, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useExportPerson, usePerson } from '../../data/people.ts';
import { isStatus } from '../../data/query-client.ts';
import { useSession } from '../../data/session.ts';
import { saveAsFile } from '../../parts/files/download.ts';
import { IconArrowLeft, IconDownload, IconPencil, IconUserX } from '../../parts/icons.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import frame from '../../parts/page-frame.module.css';
import { usePageTitle } from '../../parts/page-frame.tsx';
import { NotFoundPage } from '../../parts/states/error-page.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { ErrorState } from '../../parts/states/states.tsx';
import { useFormats } from '../../parts/text/format.ts';
import { UserAvatar } from '../../parts/user-avatar.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ErasePerson } from './erase-person.tsx';
import { CommentsOfPerson, PostsOfPerson, VotesOfPerson } from './person-content.tsx';
import { PersonModal } from './person-modal.tsx';
import { SiteStanding } from './site-standing.tsx';

const route = getRouteApi('/shell/customers/people/$userId');

export function PersonPage() {
  const { userId } = route.useParams();
  const { places } = useTexts();
  const person = usePerson(userId);
  usePageTitle(person.data?.name ?? person.data?.email ?? undefined);
  if (isStatus(person.error, 404) || isStatus(person.error, 400)) return <NotFoundPage />;
  return (
    <div className={frame.page}>
      <AnchorLink to="/customers/people" className={frame.back}>
        <IconArrowLeft size={16} aria-hidden />
        {places.customers}
      </AnchorLink>
      {person.data !== undefined ? (
        <Loaded key={userId} person={person.data} />
      ) : person.error !== null ? (
        <ErrorState error={person.error} onRetry={() => void person.refetch()} />
      ) : (
        <Skeleton height={300} />
      )}
    </div>
  );
}

function Loaded({ person }: { person: User }) {
  const { people: texts } = useTexts();
  return (
    <>
      <Head person={person} />
      <SiteStanding person={person} />
      <Tabs defaultValue="posts" mt="lg" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="posts">{texts.posts}</Tabs.Tab>
          <Tabs.Tab value="votes">{texts.votes}</Tabs.Tab>
          <Tabs.Tab value="comments">{texts.comments}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="posts" pt="md">
          <PostsOfPerson id={person.id} />
        </Tabs.Panel>
        <Tabs.Panel value="votes" pt="md">
          <VotesOfPerson id={person.id} />
        </Tabs.Panel>
        <Tabs.Panel value="comments" pt="md">
          <CommentsOfPerson id={person.id} />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function Head({ person }: { person: User }) {
  const { people: texts, feedback, common } = useTexts();
  const formats = useFormats();
  const notify = useNotify();
  const exporting = useExportPerson();
  const [open, setOpen] = useState<'edit' | 'erase' | null>(null);
  const isOwnUser = person.id === useSession().workspace.ownUserId;
  const name = person.name ?? person.email ?? person.externalId ?? feedback.anonymous;
  const download = () =>
    exporting.mutate(person.id, {
      onSuccess: (data) => saveAsFile(`${person.id}.json`, 'application/json', JSON.stringify(data, null, 2)),
      onError: notify.failed,
    });
  return (
    <Group justify="space-between" align="start">
      <div>
        <UserAvatar size={56} src={person.avatarUrl} name={name} />
        <Title order={1} mt="sm">
          {name}
        </Title>
        <Text size="sm" c="dimmed">
          {[person.email, person.externalId, texts.since(formats.date(person.createdAt))]
            .filter((part) => part !== null)
            .join(' · ')}
        </Text>
        {isOwnUser && (
          <Text size="sm" c="dimmed">
            {texts.ownUser}
          </Text>
        )}
      </div>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={14} aria-hidden />}
          onClick={() => setOpen('edit')}
        >
          {common.edit}
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={exporting.isPending}
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={download}
        >
          {texts.export}
        </Button>
        {!isOwnUser && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconUserX size={14} aria-hidden />}
            onClick={() => setOpen('erase')}
          >
            {texts.erase}
          </Button>
        )}
      </Group>
      {open === 'edit' && <PersonModal person={person} onClose={() => setOpen(null)} />}
      {open === 'erase' && <ErasePerson person={person} name={name} onClose={() => setOpen(null)} />}
    </Group>
  );
}
