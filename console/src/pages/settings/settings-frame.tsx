// The settings with their own navigation: beside the page on wide screens, above it on phones.

import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useHasDisabledWebhook, useMayAdminister } from '../../data/session.ts';
import { AlertDot } from '../../parts/alert-dot.tsx';
import { useTexts } from '../../texts/texts.tsx';
import classes from './settings-frame.module.css';

const sections = [
  {
    name: 'workspace',
    needsAdmin: true,
    pages: [
      { to: '/settings/general', name: 'general' },
      { to: '/settings/site', name: 'site' },
      { to: '/settings/api-keys', name: 'keys' },
      { to: '/settings/webhooks', name: 'webhooks' },
      { to: '/settings/mail', name: 'mail' },
      { to: '/settings/members', name: 'members' },
      { to: '/settings/import-export', name: 'porting' },
    ],
  },
  {
    name: 'feedback',
    needsAdmin: true,
    pages: [
      { to: '/settings/statuses', name: 'statuses' },
      { to: '/settings/post-types', name: 'postTypes' },
      { to: '/settings/tags', name: 'tags' },
    ],
  },
  {
    name: 'logs',
    needsAdmin: false,
    pages: [
      { to: '/settings/requests', name: 'requests' },
      { to: '/settings/audit-log', name: 'audit' },
    ],
  },
  { name: 'personal', needsAdmin: false, pages: [{ to: '/settings/account', name: 'account' }] },
] as const;

/** Whether it is the page, or one below it. */
const isWithin = (pathname: string, page: string): boolean =>
  pathname === page || pathname.startsWith(`${page}/`);

export function SettingsFrame() {
  const { settings } = useTexts();
  const mayAdminister = useMayAdminister();
  const hasDisabledWebhook = useHasDisabledWebhook();
  const navigation = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the navigation is one scrolling line: scroll the current page's link into view.
  useEffect(() => {
    const links = [...(navigation.current?.querySelectorAll('a') ?? [])];
    const link = links.find((one) => isWithin(pathname, one.getAttribute('href') ?? ''));
    link?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  const isForAdmins = sections.some(
    ({ needsAdmin, pages }) => needsAdmin && pages.some(({ to }) => isWithin(pathname, to)),
  );
  return (
    <div className={classes.frame}>
      <nav ref={navigation} className={classes.navigation} aria-label={settings.navigation}>
        {sections.map((section) => (
          <div key={section.name} className={classes.section}>
            <div className={classes.heading}>{settings.sections[section.name]}</div>
            {section.pages.map(({ to, name }) => (
              <Link key={to} to={to} className={classes.link} activeOptions={{ includeSearch: false }}>
                {settings[name].title}
                {name === 'webhooks' && hasDisabledWebhook && <AlertDot label={settings.webhooks.warning} />}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      <div className={classes.page}>
        {isForAdmins && !mayAdminister && (
          <p className={classes.note} role="note">
            {settings.readOnly}
          </p>
        )}
        <Outlet />
      </div>
    </div>
  );
}
