// Creates or edits a changelog entry.

import { Skeleton } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useChangelog } from '../../data/changelogs.ts';
import { isStatus } from '../../data/query-client.ts';
import { WhoWasTold } from '../../parts/feedback/who-was-told.tsx';
import { IconArrowLeft } from '../../parts/icons.tsx';
import { AnchorLink } from '../../parts/links.tsx';
import frame from '../../parts/page-frame.module.css';
import { usePageTitle } from '../../parts/page-frame.tsx';
import { NotFoundPage } from '../../parts/states/error-page.tsx';
import { ErrorState } from '../../parts/states/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ChangelogForm } from './changelog-form.tsx';

const route = getRouteApi('/shell/changelog/$changelogId');

export function ChangelogEditorPage() {
  const { changelogId } = route.useParams();
  const { places } = useTexts();
  return (
    <div className={frame.page} data-width="narrow">
      <AnchorLink to="/changelog" className={frame.back}>
        <IconArrowLeft size={16} aria-hidden />
        {places.changelog}
      </AnchorLink>
      {changelogId === 'new' ? <New key="new" /> : <Existing key={changelogId} id={changelogId} />}
    </div>
  );
}

function New() {
  const { changelog: texts } = useTexts();
  usePageTitle(texts.create);
  return <ChangelogForm heading={texts.create} />;
}

function Existing({ id }: { id: string }) {
  const { changelog: texts } = useTexts();
  const changelog = useChangelog(id);
  usePageTitle(changelog.data?.title);
  if (isStatus(changelog.error, 404)) return <NotFoundPage />;
  if (changelog.error !== null && changelog.data === undefined) {
    return <ErrorState error={changelog.error} onRetry={() => void changelog.refetch()} />;
  }
  if (changelog.data === undefined) return <Skeleton height={420} />;
  const { data } = changelog;
  return (
    <>
      <ChangelogForm key={data.updatedAt} heading={texts.edit} before={data} />
      {data.state === 'published' && <WhoWasTold of="changelogs" id={id} />}
    </>
  );
}
