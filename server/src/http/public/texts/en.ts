// The words of the public pages in English. The other languages have the same.

import type { RoadmapStage } from '../../../domain/site/reading.ts';

/** A number with its noun. */
type Counted = (count: number) => string;

export interface Texts {
  /** For `lang` and for dates and numbers. */
  locale: string;
  /** The language's own name. */
  language: string;
  skip: string;
  feedback: string;
  roadmap: string;
  changelog: string;
  search: string;
  searchPlaceholder: string;
  sortBy: string;
  sorts: { top: string; new: string; shipped: string };
  status: string;
  type: string;
  all: string;
  posts: Counted;
  votes: Counted;
  votesNoun: Counted;
  comments: Counted;
  more: string;
  toStart: string;
  noPosts: string;
  noMatch: string;
  noneWithFilter: string;
  showAll: string;
  results: (text: string) => string;
  backToFeedback: string;
  backToChangelog: string;
  visitor: string;
  from: (name: string, site: string) => string;
  answered: (date: string) => string;
  inReplyTo: string;
  noComments: string;
  olderComments: string;
  tags: string;
  attachments: string;
  details: string;
  created: string;
  stages: Record<RoadmapStage, { name: string; hint: string }>;
  emptyColumn: string;
  allInColumn: string;
  noEntries: string;
  readMore: string;
  olderEntries: string;
  ships: string;
  feed: string;
  changelogFeed: string;
  otherLanguages: string;
  poweredBy: string;
  signIn: string;
  signInHow: string;
  signInFromApp: string;
  continue: string;
  continueAs: (name: string) => string;
  signedIn: string;
  signedInAs: (name: string) => string;
  signsInAnother: string;
  signOut: string;
  openSite: string;
  notDone: string;
  signInFailed: string;
  tooMany: string;
  notFromHere: string;
}

const one = new Intl.PluralRules('en');
const number = new Intl.NumberFormat('en');
const counted =
  (singular: string, plural: string): Counted =>
  (count) =>
    `${number.format(count)} ${one.select(count) === 'one' ? singular : plural}`;

export const en: Texts = {
  locale: 'en',
  language: 'English',
  skip: 'Skip to content',
  feedback: 'Feedback',
  roadmap: 'Roadmap',
  changelog: 'Changelog',
  search: 'Search',
  searchPlaceholder: 'Search feedback',
  sortBy: 'Sort',
  sorts: { top: 'Top', new: 'New', shipped: 'Shipped' },
  status: 'Status',
  type: 'Type',
  all: 'All',
  posts: counted('post', 'posts'),
  votes: counted('vote', 'votes'),
  votesNoun: (count) => (one.select(count) === 'one' ? 'vote' : 'votes'),
  comments: counted('comment', 'comments'),
  more: 'More posts',
  toStart: 'Back to the start',
  noPosts: 'No posts yet.',
  noMatch: 'No posts match. Try fewer or shorter words.',
  noneWithFilter: 'No posts with this filter.',
  showAll: 'Show all posts',
  results: (text) => `Results for “${text}”`,
  backToFeedback: 'All feedback',
  backToChangelog: 'All entries',
  visitor: 'Visitor',
  from: (name, site) => `${name} from ${site}`,
  answered: (date) => `answered on ${date}`,
  inReplyTo: 'In reply to',
  noComments: 'No comments yet.',
  olderComments: 'Older comments',
  tags: 'Tags',
  attachments: 'Attachments',
  details: 'Details',
  created: 'Created',
  stages: {
    unstarted: { name: 'Planned', hint: 'Decided, not started yet.' },
    active: { name: 'In progress', hint: 'We are building it now.' },
    completed: { name: 'Shipped', hint: 'Done. Thank you for asking.' },
  },
  emptyColumn: 'Nothing here right now.',
  allInColumn: 'Show all',
  noEntries: 'No entries yet.',
  readMore: 'Read more',
  olderEntries: 'Older entries',
  ships: 'In this update',
  feed: 'Feed',
  changelogFeed: 'Changelog feed',
  otherLanguages: 'Language',
  poweredBy: 'Powered by Earshot',
  signIn: 'Sign in',
  signInHow: 'Sign in with the account that you use already. You come back here afterward.',
  signInFromApp:
    'You need no account for this site. Open it from the application where you are signed in already.',
  continue: 'Continue',
  continueAs: (name) => `Continue as ${name}`,
  signedIn: 'You are signed in.',
  signedInAs: (name) => `You are signed in as ${name}.`,
  signsInAnother: 'This signs you in as somebody else.',
  signOut: 'Sign out',
  openSite: 'Open the site',
  notDone: 'That did not work',
  signInFailed: 'This sign-in no longer works. Start again where you came from.',
  tooMany: 'Too many attempts. Try again in a few minutes.',
  notFromHere: 'This page is out of date. Open it again and try once more.',
};
