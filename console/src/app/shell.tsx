// The frame around every page: navigation beside it on a wide screen, below it on a phone.

import { Outlet, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useFollowing } from '../data/live-updates.ts';
import { useSession } from '../data/session.ts';
import { useNotify } from '../parts/notify.tsx';
import { useShortcuts } from '../parts/shortcuts.ts';
import { forgetAllUndos, undoLast } from '../parts/undo-stack.ts';
import { isLanguage, useSpoken } from '../texts/texts.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './navigation.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import classes from './shell.module.css';
import { ShortcutsHelp } from './shortcuts-help.tsx';
import { WorkspaceMenu } from './workspace-menu.tsx';

export function Shell() {
  const { texts, speak } = useSpoken();
  const { account, workspace } = useSession();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const main = useNewPages();
  useFollowing(workspace.id);
  const notify = useNotify();
  const undo = () => {
    if (!undoLast()) notify.tell(texts.common.nothingToUndo);
  };
  useShortcuts({ '?': () => setHelpOpen(true), z: undo });
  // Whoever signs in next has nothing to undo.
  useEffect(() => forgetAllUndos, []);

  // What the account says counts from when it says so: a choice made here is spoken before it is saved there.
  useEffect(() => {
    if (isLanguage(account.locale)) void speak(account.locale);
  }, [account.locale, speak]);

  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#main">
        {texts.shell.skip}
      </a>
      <nav className={classes.bar} aria-label={texts.shell.navigation}>
        <WorkspaceMenu />
        <div className={classes.navigation}>
          <Navigation />
        </div>
        <div className={classes.account}>
          <AccountMenu onHelp={() => setHelpOpen(true)} />
        </div>
      </nav>
      <main id="main" ref={main} className={classes.main} tabIndex={-1}>
        <OfflineNotice />
        <Outlet />
      </main>
      <ShortcutsHelp opened={isHelpOpen} onClose={() => setHelpOpen(false)} />
    </div>
  );
}

/** Another page begins at its top, and the next Tab in it: what had the focus has gone with the page before. */
function useNewPages(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current !== undefined && before.current !== pathname) {
      main.current?.scrollTo(0, 0);
      if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
    }
    before.current = pathname;
  }, [pathname]);
  return main;
}
