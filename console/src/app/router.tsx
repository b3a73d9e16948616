// All routes of the console. Pages are loaded on demand.

import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { readFeedbackAddress } from '../data/feedback/feedback-address.ts';
import { isHomeOver } from '../data/home.ts';
import { isStatus } from '../data/query-client.ts';
import { sessionQuery } from '../data/session.ts';
import { ErrorPage, NotFoundFrame, NotFoundPage } from '../parts/states/error-page.tsx';
import { lazyComponent } from '../parts/states/lazy-component.tsx';
import { Shell } from './shell.tsx';

interface Context {
  queryClient: QueryClient;
}

const root = createRootRouteWithContext<Context>()({ component: Outlet, notFoundComponent: NotFoundFrame });

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { to?: string; expired?: boolean; error?: string } => ({
    ...(text(search.to) !== undefined && { to: text(search.to) }),
    ...(text(search.error) !== undefined && { error: text(search.error) }),
    ...(search.expired === true && { expired: true }),
  }),
  component: lazyComponent(async () => (await import('../pages/access/sign-in-page.tsx')).SignInPage),
});

const setup = createRoute({
  getParentRoute: () => root,
  path: '/setup/$token',
  component: lazyComponent(async () => (await import('../pages/access/setup-page.tsx')).SetupPage),
});

const invite = createRoute({
  getParentRoute: () => root,
  path: '/invite/$token',
  component: lazyComponent(async () => (await import('../pages/access/invite-page.tsx')).InvitePage),
});

/** Everything below requires a session. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(sessionQuery);
    } catch (error) {
      if (!isStatus(error, 401)) throw error;
      throw redirect({ to: '/sign-in', search: location.href === '/' ? {} : { to: location.href } });
    }
  },
});

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad: ({ context }) => {
    const { workspace } = context.queryClient.getQueryData(sessionQuery.queryKey) ?? {};
    if (workspace?.role === 'member' || (workspace !== undefined && isHomeOver(workspace.id)))
      throw redirect({ to: '/inbox' });
  },
  component: lazyComponent(async () => (await import('../pages/home/home-page.tsx')).HomePage),
});

const inbox = createRoute({
  getParentRoute: () => shell,
  path: '/inbox',
  validateSearch: (search: Record<string, unknown>): { post?: string } =>
    text(search.post) === undefined ? {} : { post: text(search.post) },
  component: lazyComponent(async () => (await import('../pages/inbox/inbox-page.tsx')).InboxPage),
});

const feedback = createRoute({
  getParentRoute: () => shell,
  path: '/posts',
  validateSearch: readFeedbackAddress,
  component: lazyComponent(async () => (await import('../pages/feedback/feedback-page.tsx')).FeedbackPage),
});

const newPost = createRoute({
  getParentRoute: () => shell,
  path: '/posts/new',
  component: lazyComponent(async () => (await import('../pages/post/new-post-page.tsx')).NewPostPage),
});

const post = createRoute({
  getParentRoute: () => shell,
  path: '/posts/$postId',
  validateSearch: (search: Record<string, unknown>): { edit?: boolean } =>
    search.edit === true ? { edit: true } : {},
  component: lazyComponent(async () => (await import('../pages/post/post-page.tsx')).PostPage),
});

const moderation = createRoute({
  getParentRoute: () => shell,
  path: '/moderation',
  component: lazyComponent(
    async () => (await import('../pages/moderation/moderation-page.tsx')).ModerationPage,
  ),
});

const changelog = createRoute({
  getParentRoute: () => shell,
  path: '/changelog',
  component: lazyComponent(async () => (await import('../pages/changelog/changelog-page.tsx')).ChangelogPage),
});

const changelogEntry = createRoute({
  getParentRoute: () => shell,
  path: '/changelog/$changelogId',
  component: lazyComponent(
    async () => (await import('../pages/changelog/changelog-editor-page.tsx')).ChangelogEditorPage,
  ),
});

const people = createRoute({
  getParentRoute: () => shell,
  path: '/customers/people',
  component: lazyComponent(async () => (await import('../pages/people/people-page.tsx')).PeoplePage),
});

const person = createRoute({
  getParentRoute: () => shell,
  path: '/customers/people/$userId',
  component: lazyComponent(async () => (await import('../pages/people/person-page.tsx')).PersonPage),
});

const insights = createRoute({
  getParentRoute: () => shell,
  path: '/insights',
  component: lazyComponent(async () => (await import('../pages/insights/insights-page.tsx')).InsightsPage),
});

const settings = createRoute({
  getParentRoute: () => shell,
  path: '/settings',
  component: lazyComponent(async () => (await import('../pages/settings/settings-frame.tsx')).SettingsFrame),
});

const settingsHome = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/workspace' });
  },
});

const settingsPages = [
  createRoute({
    getParentRoute: () => settings,
    path: 'workspace',
    component: lazyComponent(async () => (await import('../pages/settings/general-page.tsx')).GeneralPage),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'site',
    component: lazyComponent(async () => (await import('../pages/settings/site/site-page.tsx')).SitePage),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'api-keys',
    component: lazyComponent(async () => (await import('../pages/settings/keys/keys-page.tsx')).KeysPage),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'webhooks',
    component: lazyComponent(
      async () => (await import('../pages/settings/webhooks/webhooks-page.tsx')).WebhooksPage,
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'webhooks/$webhookId',
    component: lazyComponent(
      async () => (await import('../pages/settings/webhooks/webhook-page.tsx')).WebhookPage,
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'import-export',
    component: lazyComponent(
      async () => (await import('../pages/settings/porting/porting-page.tsx')).PortingPage,
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'import-export/$importId',
    component: lazyComponent(
      async () => (await import('../pages/settings/porting/import-page.tsx')).ImportPage,
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'mail',
    component: lazyComponent(async () => (await import('../pages/settings/mail/mail-page.tsx')).MailPage),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'members',
    component: lazyComponent(async () => (await import('../pages/settings/members-page.tsx')).MembersPage),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'statuses',
    component: lazyComponent(
      async () => (await import('../pages/settings/catalog/statuses-page.tsx')).StatusesPage,
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'types',
    component: lazyComponent(
      async () => (await import('../pages/settings/catalog/post-types-page.tsx')).PostTypesPage,
    ),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'tags',
    component: lazyComponent(async () => (await import('../pages/settings/catalog/tags-page.tsx')).TagsPage),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'you',
    component: lazyComponent(async () => (await import('../pages/settings/account-page.tsx')).AccountPage),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'activity',
    component: lazyComponent(async () => (await import('../pages/settings/audit-page.tsx')).AuditPage),
  }),
  createRoute({
    getParentRoute: () => settings,
    path: 'requests',
    validateSearch: (search: Record<string, unknown>): { requestId?: string; keyId?: string } => ({
      ...(text(search.requestId) !== undefined && { requestId: text(search.requestId) }),
      ...(text(search.keyId) !== undefined && { keyId: text(search.keyId) }),
    }),
    component: lazyComponent(async () => (await import('../pages/settings/requests-page.tsx')).RequestsPage),
  }),
] as const;

const tree = root.addChildren([
  signIn,
  setup,
  invite,
  shell.addChildren([
    home,
    inbox,
    feedback,
    newPost,
    post,
    moderation,
    changelog,
    changelogEntry,
    people,
    person,
    insights,
    settings.addChildren([settingsHome, ...settingsPages]),
  ]),
]);

export const makeRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { queryClient },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: false,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
