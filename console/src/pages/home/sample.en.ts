// English, and the type that every other language must match.

export const en = {
  tags: { design: 'design', mobile: 'mobile', reports: 'reports', integrations: 'integrations' },
  posts: {
    dark: ['Dark mode', 'I work late, and the white screen hurts my eyes.'],
    pdf: [
      'Export reports as PDF',
      'Every month I take screenshots for our board. A file would save an hour.',
    ],
    slack: ['Post new feedback to Slack', 'The team lives in Slack. We would answer sooner.'],
    offline: ['Keep working offline', 'On the train the app forgets what I typed.'],
    login: ['Signing in fails after a password reset', 'The old session stays, and I see an empty page.'],
    keys: ['Keyboard shortcuts for everything', 'Reaching for the mouse slows me down.'],
    filters: ['Remember my filters', 'I choose the same three each morning.'],
    tablet: ['A layout for tablets', 'On a tablet half of the screen is empty.'],
    bulk: ['Change many entries together', 'We renamed a product and edited 200 entries one by one.'],
    calendar: ['Connect our calendar', 'Deadlines should appear where we plan.'],
    slow: ['Long lists are slow', 'Scrolling stutters beyond a thousand entries.'],
    fax: ['Send by fax', 'Our accountant still asks for it.'],
  },
  responses: {
    dark: 'Shipped! It follows your system, or you choose.',
    slack: 'Planned for the next quarter.',
    fax: 'We won’t build this. PDF by mail reaches every accountant we asked.',
  },
} as const satisfies SampleTexts;

type PostName =
  | 'dark'
  | 'pdf'
  | 'slack'
  | 'offline'
  | 'login'
  | 'keys'
  | 'filters'
  | 'tablet'
  | 'bulk'
  | 'calendar'
  | 'slow'
  | 'fax';

export interface SampleTexts {
  tags: Record<'design' | 'mobile' | 'reports' | 'integrations', string>;
  /** Title and description. */
  posts: Record<PostName, readonly [string, string]>;
  responses: Partial<Record<PostName, string>>;
}
