// The frame around every page: navigation at the side on wide screens, at the bottom on phones.

import { Outlet, useRouterState } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLiveUpdates } from '../data/live-updates.ts';
import { useSession } from '../data/session.ts';
import { lateDialog } from '../parts/forms/late-dialog.tsx';
import { useShortcuts } from '../parts/shortcuts.ts';
import { restartNotices } from '../parts/states/notice-store.ts';
import { useNotify } from '../parts/states/notify.tsx';
import { clearUndos, undoLast } from '../parts/states/undo-stack.ts';
import { isLanguage, useI18n } from '../texts/texts.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { Navigation } from './navigation.tsx';
import { SearchButton, usePalette } from './palette-opener.tsx';
import classes from './shell.module.css';
import { WorkspaceMenu } from './workspace-menu.tsx';

const ShortcutsHelp = lateDialog(async () => (await import('./shortcuts-help.tsx')).ShortcutsHelp);

export function Shell() {
  const { texts, setLanguage } = useI18n();
  const { account, workspace } = useSession();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const openHelp = () => setHelpOpen(true);
  const main = useScrollToTop();
  useLiveUpdates(workspace.id);
  const notify = useNotify();
  const undo = () => {
    if (!undoLast()) notify.info(texts.common.nothingToUndo);
  };
  const [palette, openPalette] = usePalette({ onHelp: openHelp, onUndo: undo });
  useShortcuts({ '?': openHelp, z: undo });
  // The next person to sign in has nothing to undo.
  useEffect(() => clearUndos, []);

  // Applied when the account's language changes. A choice made here shows before it is saved.
  useEffect(() => {
    if (isLanguage(account.locale)) void setLanguage(account.locale);
  }, [account.locale, setLanguage]);

  return (
    <div className={classes.frame}>
      <a className={classes.skip} href="#main">
        {texts.shell.skip}
      </a>
      <nav className={classes.bar} aria-label={texts.shell.navigation}>
        <WorkspaceMenu />
        <SearchButton onClick={openPalette} />
        <Navigation onSearch={openPalette} />
        <div className={classes.account}>
          <AccountMenu onHelp={openHelp} />
        </div>
      </nav>
      <main id="main" ref={main} className={classes.main} tabIndex={-1}>
        <ConnectionNotice />
        <Outlet />
      </main>
      {palette}
      {isHelpOpen && <ShortcutsHelp onClose={() => setHelpOpen(false)} />}
    </div>
  );
}

/** Scrolls a new page to its top and moves the focus there, if the focused element is gone. */
function useScrollToTop(): RefObject<HTMLElement | null> {
  const main = useRef<HTMLElement>(null);
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current !== undefined && before.current !== pathname) {
      restartNotices();
      main.current?.scrollTo(0, 0);
      if (document.activeElement === document.body) main.current?.focus({ preventScroll: true });
    }
    before.current = pathname;
  }, [pathname]);
  return main;
}
