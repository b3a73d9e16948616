// Starts the console: loads the texts beside what the first page needs, then renders the pages.

import './theme/font.css';
import './theme/mantine.css';
import './theme/global.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startFirstReads } from './app/first-reads.ts';
import { leaveOldAddress } from './app/old-addresses.ts';
import { makeRouter } from './app/router.tsx';
import { followNetwork } from './data/connection.ts';
import { makeQueryClient } from './data/query-client.ts';
import { sessionQuery } from './data/session.ts';
import { Notices } from './parts/states/notices.tsx';
import { languageTags, loadTexts, startLanguage, TextsProvider } from './texts/texts.tsx';
import { theme } from './theme/theme.ts';

const queryClient = makeQueryClient({
  onSessionEnd: leave,
  onDenied: () => void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
});
leaveOldAddress();
const router = makeRouter(queryClient);

/** The session has ended: sign in, then return to the same page. Without one, the router redirects by itself. */
function leave(): void {
  const { href, pathname } = router.state.location;
  if (queryClient.getQueryData(sessionQuery.queryKey) === undefined) return;
  if (/^\/(sign-in|setup|invite)\b/.test(pathname)) return;
  queryClient.clear();
  void router.navigate({ to: '/sign-in', search: { to: href, expired: true } });
}

async function start(): Promise<void> {
  followNetwork();
  startFirstReads(router, queryClient);
  const language = startLanguage();
  const texts = await loadTexts(language);
  document.documentElement.lang = languageTags[language];
  const root = document.getElementById('root');
  if (root === null) throw new Error('The page has no root.');
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        <TextsProvider language={language} texts={texts}>
          <Notices />
          <QueryClientProvider client={queryClient}>
            <RouterProvider router={router} />
          </QueryClientProvider>
        </TextsProvider>
      </MantineProvider>
    </StrictMode>,
  );
}

void start();
