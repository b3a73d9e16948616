// The pages of the settings, in the order of their navigation.

/** A section without a name is a single page. Only admins and owners can change something, unless it is for all. */
export const settingsSections = [
  { pages: [{ to: '/settings/workspace', name: 'general' }] },
  {
    name: 'catalog',
    pages: [
      { to: '/settings/statuses', name: 'statuses' },
      { to: '/settings/types', name: 'postTypes' },
      { to: '/settings/tags', name: 'tags' },
    ],
  },
  { pages: [{ to: '/settings/members', name: 'members' }] },
  {
    name: 'outward',
    pages: [
      { to: '/settings/site', name: 'site' },
      { to: '/settings/mail', name: 'mail' },
    ],
  },
  { pages: [{ to: '/settings/import-export', name: 'porting' }] },
  {
    name: 'developers',
    pages: [
      { to: '/settings/api-keys', name: 'keys' },
      { to: '/settings/webhooks', name: 'webhooks' },
      { to: '/settings/requests', name: 'requests', isForAll: true },
    ],
  },
  {
    pages: [
      { to: '/settings/activity', name: 'audit', isForAll: true },
      { to: '/settings/you', name: 'account', isForAll: true },
    ],
  },
] as const;

type Section = (typeof settingsSections)[number];
export type SettingsPage = Section['pages'][number];
