// The first steps of a new workspace. Each ticks itself; the page goes when enough are done.

import { Button, Group, Text, Title } from '@mantine/core';
import { Navigate, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { endHome } from '../../data/home.ts';
import { type Progress, type Step, useProgress } from '../../data/progress.ts';
import { useSession } from '../../data/session.ts';
import { IconCheck } from '../../parts/icons.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { PageFrame } from '../../parts/page-frame.tsx';
import { QueryResult, RowsSkeleton } from '../../parts/states/states.tsx';
import { useHomeTexts } from '../../texts/home.ts';
import { ConnectStep } from './connect-step.tsx';
import classes from './home-page.module.css';
import { SampleStep } from './sample-step.tsx';

export function HomePage() {
  const texts = useHomeTexts();
  const { workspace } = useSession();
  const navigate = useNavigate();
  const progress = useProgress();
  const hide = () => {
    endHome(workspace.id);
    void navigate({ to: '/inbox', replace: true });
  };
  return (
    <PageFrame
      title={texts.title}
      text={texts.text}
      actions={
        <Button variant="subtle" color="gray" onClick={hide}>
          {texts.hide}
        </Button>
      }
    >
      <QueryResult query={progress} skeleton={<RowsSkeleton rows={5} height={104} />}>
        {(shown) => (shown.isEnough ? <Over /> : <Steps progress={shown} />)}
      </QueryResult>
    </PageFrame>
  );
}

function Over() {
  const { workspace } = useSession();
  useEffect(() => endHome(workspace.id), [workspace.id]);
  return <Navigate to="/inbox" replace />;
}

function Steps({ progress }: { progress: Progress }) {
  const { bring, invite, site } = useHomeTexts();
  const { done, sample } = progress;
  return (
    <ol className={classes.cards}>
      <Card step="sample" isDone={done.sample}>
        <SampleStep sample={sample} />
      </Card>
      <Card step="bring" isDone={done.bring}>
        <ButtonLink to="/settings/import-export" variant="default">
          {bring.act}
        </ButtonLink>
      </Card>
      <Card step="connect" isDone={done.connect}>
        <ConnectStep isDone={done.connect} />
      </Card>
      <Card step="invite" isDone={done.invite}>
        <ButtonLink to="/settings/members" variant="default">
          {invite.act}
        </ButtonLink>
      </Card>
      <Card step="site" isDone={done.site}>
        <ButtonLink to="/settings/site" variant="default">
          {site.act}
        </ButtonLink>
      </Card>
    </ol>
  );
}

function Card({ step, isDone, children }: { step: Step; isDone: boolean; children: ReactNode }) {
  const texts = useHomeTexts();
  return (
    <li className={classes.card} data-done={isDone}>
      <span className={classes.mark}>
        {isDone && <IconCheck size={14} stroke={3} aria-label={texts.done} />}
      </span>
      <div className={classes.body}>
        <div>
          <Title order={2} size="h3">
            {texts[step].title}
          </Title>
          <Text size="sm" c="dimmed">
            {texts[step].text}
          </Text>
        </div>
        <Group gap="xs">{children}</Group>
      </div>
    </li>
  );
}
