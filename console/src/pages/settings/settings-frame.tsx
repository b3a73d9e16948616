// The settings with their own navigation: beside the page on wide screens, above it on phones.

import '../../parts/mantine-later.css';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useHasDisabledWebhook, useMayAdminister } from '../../data/session.ts';
import { AlertDot } from '../../parts/alert-dot.tsx';
import { useSettingsTexts } from '../../texts/settings.ts';
import { useTexts } from '../../texts/texts.tsx';
import classes from './settings-frame.module.css';
import { settingsSections } from './settings-pages.ts';

/** Whether it is the page, or one below it. */
const isWithin = (pathname: string, page: string): boolean =>
  pathname === page || pathname.startsWith(`${page}/`);

export function SettingsFrame() {
  const settings = useSettingsTexts();
  const { shell } = useTexts();
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
  const isForAdmins = settingsSections.some(({ pages }) =>
    pages.some((page) => isWithin(pathname, page.to) && !('isForAll' in page)),
  );
  return (
    <div className={classes.frame}>
      <nav ref={navigation} className={classes.navigation} aria-label={settings.navigation}>
        {settingsSections.map((section) => (
          <div key={section.pages[0].to} className={classes.section}>
            {'name' in section && <div className={classes.heading}>{settings.sections[section.name]}</div>}
            {section.pages.map(({ to, name }) => (
              <Link key={to} to={to} className={classes.link} activeOptions={{ includeSearch: false }}>
                {settings[name].title}
                {name === 'webhooks' && hasDisabledWebhook && <AlertDot label={shell.webhookDisabled} />}
              </Link>
            ))}
            {'name' in section && section.name === 'developers' && (
              <a className={classes.link} href="/docs" target="_blank" rel="noreferrer">
                {shell.apiReference}
              </a>
            )}
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
