// The places of a workspace, for the navigation and the palette.

import { VisuallyHidden } from '@mantine/core';
import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useHasHome } from '../data/home.ts';
import { useHasDisabledWebhook, useSession } from '../data/session.ts';
import { AlertDot } from '../parts/alert-dot.tsx';
import {
  type Icon,
  IconChartBar,
  IconConfetti,
  IconInbox,
  IconMessage2,
  IconSettings,
  IconShieldCheck,
  IconSpeakerphone,
  IconUsers,
} from '../parts/icons.tsx';
import { useFormats } from '../parts/text/format.ts';
import { useTexts } from '../texts/texts.tsx';
import classes from './shell.module.css';

export interface Place {
  to: LinkProps['to'];
  label: string;
  Icon: Icon;
  /** Behind the name. */
  mark?: ReactNode;
}

export function usePlaces() {
  const { places: names, shell } = useTexts();
  const { siteUrl, waitingCount, inboxCount } = useSession();
  const hasHome = useHasHome();
  const hasDisabledWebhook = useHasDisabledWebhook();
  const home: Place = { to: '/', label: names.home, Icon: IconConfetti };
  const inbox: Place = {
    to: '/inbox',
    label: names.inbox,
    Icon: IconInbox,
    mark: inboxCount > 0 && <Waiting count={inboxCount} isQuiet />,
  };
  const posts: Place = { to: '/posts', label: names.posts, Icon: IconMessage2 };
  const customers: Place = { to: '/customers/people', label: names.customers, Icon: IconUsers };
  const moderation: Place = {
    to: '/moderation',
    label: names.moderation,
    Icon: IconShieldCheck,
    mark: waitingCount > 0 && <Waiting count={waitingCount} />,
  };
  const changelog: Place = { to: '/changelog', label: names.changelog, Icon: IconSpeakerphone };
  const insights: Place = { to: '/insights', label: names.insights, Icon: IconChartBar };
  const setUp: Place = {
    to: '/settings',
    label: names.settings,
    Icon: IconSettings,
    mark: hasDisabledWebhook && <AlertDot label={shell.webhookDisabled} />,
  };
  // What waits is decided even if the site is off by now.
  const isModerated = siteUrl !== null || waitingCount > 0;
  return {
    home: hasHome ? home : undefined,
    inbox,
    posts,
    customers,
    moderation: isModerated ? moderation : undefined,
    changelog,
    insights,
    setUp,
  };
}

/** The server counts no further than this. */
const counted = 100;

function Waiting({ count, isQuiet }: { count: number; isQuiet?: boolean }) {
  const { moderation } = useTexts();
  const formats = useFormats();
  const shown = count < counted ? formats.number(count) : `${formats.number(counted - 1)}+`;
  return (
    <>
      <span className={classes.count} data-quiet={isQuiet} aria-hidden>
        {shown}
      </span>
      <VisuallyHidden> {moderation.waitingCount(count, shown)}</VisuallyHidden>
    </>
  );
}
