// The links of the main navigation.

import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useHasDisabledWebhook, useSession } from '../data/session.ts';
import { AlertDot } from '../parts/alert-dot.tsx';
import {
  IconChartBar,
  IconExternalLink,
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
import { ViewLinks } from './view-links.tsx';

const places = [
  { to: '/inbox', name: 'inbox', Icon: IconInbox },
  { to: '/posts', name: 'posts', Icon: IconMessage2 },
  { to: '/moderation', name: 'moderation', Icon: IconShieldCheck },
  { to: '/changelog', name: 'changelog', Icon: IconSpeakerphone },
  { to: '/customers/people', name: 'customers', Icon: IconUsers },
  { to: '/insights', name: 'insights', Icon: IconChartBar },
  { to: '/settings', name: 'settings', Icon: IconSettings },
] as const;

export function Navigation() {
  const { places: names, settings } = useTexts();
  const hasDisabledWebhook = useHasDisabledWebhook();
  const { siteUrl, waitingCount, inboxCount } = useSession();
  // What waits is decided even if the site is off by now.
  const isModerated = siteUrl !== null || waitingCount > 0;
  const shown = places.filter(({ name }) => name !== 'moderation' || isModerated);
  const links = shown.map(({ to, name, Icon }) => (
    <Fragment key={to}>
      <Link to={to} className={classes.link} activeOptions={{ exact: false, includeSearch: false }}>
        <Icon size={20} stroke={1.7} aria-hidden />
        <span>
          {names[name]}
          {name === 'settings' && hasDisabledWebhook && <AlertDot label={settings.webhooks.warning} />}
          {name === 'inbox' && inboxCount > 0 && <Waiting count={inboxCount} isQuiet />}
          {name === 'moderation' && waitingCount > 0 && <Waiting count={waitingCount} />}
        </span>
      </Link>
      {name === 'posts' && <ViewLinks />}
    </Fragment>
  ));
  if (siteUrl === null) return links;
  return [
    ...links,
    <a
      key="site"
      href={siteUrl}
      target="_blank"
      rel="noreferrer"
      className={`${classes.link} ${classes.outward}`}
    >
      <IconExternalLink size={20} stroke={1.7} aria-hidden />
      <span>{settings.site.title}</span>
    </a>,
  ];
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
