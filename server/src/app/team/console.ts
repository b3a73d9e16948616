// All use cases of the console besides the API. Always live: the console has no test mode.

import { type ActivityLog, activityLog } from '../events/activity.ts';
import type { FeedWaits } from '../events/feed-waits.ts';
import { type WebhooksHealth, webhooksHealth } from '../events/webhook-health.ts';
import { type Accounts, accounts } from './accounts.ts';
import { type Federation, federation } from './federation.ts';
import { type Inboxes, inboxes } from './inbox/inbox.ts';
import { type TeamMails, teamMails } from './inbox/inbox-mail.ts';
import { type Insights, insights } from './insights.ts';
import { type Invites, invites } from './invites.ts';
import { type Keys, keys } from './keys.ts';
import { type Live, live } from './live.ts';
import { type Members, members } from './members.ts';
import { type PostHistory, postHistory } from './post-history.ts';
import { type RequestLog, requestLog } from './requests.ts';
import { type Sessions, sessions } from './sessions.ts';
import { type Settings, settings } from './settings.ts';
import { type Setup, setup } from './setup.ts';
import { type SignIn, signIn } from './sign-in.ts';
import { signInLimits } from './sign-in-limits.ts';
import type { SignInTools } from './sign-in-tools.ts';
import type { TeamDeps } from './team-deps.ts';

export interface Console {
  sessions: Sessions;
  signIn: SignIn;
  setup: Setup;
  accounts: Accounts;
  inboxes: Inboxes;
  teamMails: TeamMails;
  members: Members;
  invites: Invites;
  settings: Settings;
  keys: Keys;
  requests: RequestLog;
  insights: Insights;
  webhooks: WebhooksHealth;
  activity: ActivityLog;
  postHistory: PostHistory;
  federation: Federation | undefined;
  live: Live;
}

/** `waits` are those of open pages: they take none from readers of the event feed. */
export function consoleOf(deps: TeamDeps, waits: FeedWaits): Console {
  const tools: SignInTools = { sessions: sessions(deps), signInLimits: signInLimits(deps) };
  return {
    sessions: tools.sessions,
    signIn: signIn(deps, tools),
    setup: setup(deps, tools),
    accounts: accounts(deps, tools),
    inboxes: inboxes(deps),
    teamMails: teamMails(deps),
    members: members(deps),
    invites: invites(deps, tools),
    settings: settings(deps),
    keys: keys(deps),
    requests: requestLog(deps),
    insights: insights(deps),
    webhooks: webhooksHealth(deps),
    activity: activityLog(deps),
    live: live(deps, tools.sessions, waits),
    postHistory: postHistory(deps),
    federation: deps.federation && federation(deps, tools, deps.federation),
  };
}
