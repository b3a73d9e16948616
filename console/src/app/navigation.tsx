// The links of the main navigation.

import { Link } from '@tanstack/react-router';
import { useHasDisabledWebhook, useSession } from '../data/session.ts';
import { AlertDot } from '../parts/alert-dot.tsx';
import {
  IconChartBar,
  IconExternalLink,
  IconMessage2,
  IconSettings,
  IconSpeakerphone,
  IconUsers,
} from '../parts/icons.tsx';
import { useTexts } from '../texts/texts.tsx';
import classes from './shell.module.css';

const places = [
  { to: '/feedback', name: 'feedback', Icon: IconMessage2 },
  { to: '/changelog', name: 'changelog', Icon: IconSpeakerphone },
  { to: '/people', name: 'people', Icon: IconUsers },
  { to: '/insights', name: 'insights', Icon: IconChartBar },
  { to: '/settings', name: 'settings', Icon: IconSettings },
] as const;

export function Navigation() {
  const { places: names, settings } = useTexts();
  const hasDisabledWebhook = useHasDisabledWebhook();
  const { siteUrl } = useSession();
  const links = places.map(({ to, name, Icon }) => (
    <Link key={to} to={to} className={classes.link} activeOptions={{ exact: false, includeSearch: false }}>
      <Icon size={20} stroke={1.7} aria-hidden />
      <span>
        {names[name]}
        {name === 'settings' && hasDisabledWebhook && <AlertDot label={settings.webhooks.warning} />}
      </span>
    </Link>
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
