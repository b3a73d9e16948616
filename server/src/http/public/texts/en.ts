// The words of the public pages in English. The other languages have the same.

import { type Html, html } from '../../../domain/kernel/html.ts';
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
  author: string;
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
  /** Signing in by mail. */
  mail: {
    how: string;
    /** Beside the application's own page. */
    howElse: string;
    address: string;
    send: string;
    sent: string;
    sentTitle: string;
    invalid: string;
  };
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
  /** What visitors are told by mail. */
  news: NewsTexts;
  /** What visitors do. */
  doing: DoingTexts;
}

export interface NewsTexts {
  title: string;
  kindsOf: string;
  kinds: Record<'statusChanges' | 'answers' | 'replies' | 'changelog' | 'allEntries', string>;
  language: string;
  languageOfSite: string;
  stopped: string;
  resume: string;
  resumeNeedsProof: string;
  subscribe: string;
  subscribed: string;
  unsubscribe: string;
}

export interface DoingTexts {
  /** Above the box that searches, and is where an idea begins. */
  ask: string;
  share: string;
  /** What was typed stands at the place of the argument. */
  postAsNew: (text: Html) => Html;
  similar: Counted;
  noneSimilar: string;
  vote: (votes: string) => string;
  /** `others`: how many besides the reader. */
  youAndOthers: (others: number) => string;
  youAskedForThis: string;
  follow: string;
  /** On the button of whoever does. */
  following: string;
  unfollow: string;
  followHint: string;
  /** After a vote: what it did, or a question, each with a button for the other. */
  told: string;
  stop: string;
  asksToTell: string;
  tell: string;
  /** At a box to tick. */
  tellMe: string;
  voteHeld: (site: string) => string;
  whoCanVote: (site: string) => string;
  whoCanWrite: (site: string) => string;
  signInToWrite: string;
  rehearsal: string;
  close: string;
  failed: string;
  back: string;
  tryAgain: string;
  thanks: string;
  thanksHint: string;
  newTitle: string;
  title: string;
  titleHint: string;
  text: string;
  textHint: string;
  post: string;
  comment: string;
  commentLabel: string;
  reply: string;
  replyLabel: string;
  edit: string;
  save: string;
  remove: string;
  removePost: string;
  removeComment: string;
  titleStays: string;
  /** What deleting does once others took part. */
  removeShared: string;
  removeHint: string;
  withdraw: string;
  report: string;
  reportLabel: string;
  reported: string;
  waiting: string;
  waitingHint: string;
  waitingEdit: string;
  rejected: string;
  mine: string;
  mySent: string;
  older: string;
  myVotes: string;
  myFollows: string;
  noneOfMine: string;
  deleteMine: string;
  deleteMineHint: string;
  you: string;
  /** For people who fill in a field that only programs see. */
  leaveEmpty: string;
  problems: {
    notFound: string;
    forbidden: string;
    limited: string;
    conflict: string;
    title: string;
    text: string;
    reason: string;
    invalid: string;
    tooLarge: string;
    server: string;
  };
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
  searchPlaceholder: 'Search, or describe your idea',
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
  noPosts: 'No posts yet. Be the first to share an idea.',
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
  author: 'Author',
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
  mail: {
    how: 'Type your email address. We send you a link that signs you in, without a password.',
    howElse: 'Or have a link sent to your email address.',
    address: 'Email address',
    send: 'Send me a link',
    sent: 'If the address can sign in, a mail with a link is on its way. The link works once, for an hour.',
    sentTitle: 'Check your inbox',
    invalid: 'This is not an email address.',
  },
  continue: 'Continue',
  continueAs: (name) => `Continue as ${name}`,
  signedIn: 'You are signed in.',
  signedInAs: (name) => `You are signed in as ${name}.`,
  signsInAnother: 'This signs you in as another person.',
  signOut: 'Sign out',
  openSite: 'Open the site',
  notDone: 'Something went wrong',
  signInFailed: 'This sign-in no longer works. Start again where you came from.',
  tooMany: 'Too many attempts. Try again in a few minutes.',
  notFromHere: 'This page is out of date. Open it again and try once more.',
  news: {
    title: 'Mail',
    kindsOf: 'Tell me by mail of',
    kinds: {
      statusChanges: 'a new status of a post that I follow',
      answers: 'an answer of the team to a post that I follow',
      replies: 'a reply to my comment',
      changelog: 'a changelog entry about a post that I follow',
      allEntries: 'every changelog entry',
    },
    language: 'Language of mail',
    languageOfSite: 'That of this site',
    stopped: 'You stopped these mails.',
    resume: 'Start them again',
    resumeNeedsProof: 'To start them again, sign in with a link that is mailed to your address.',
    subscribe: 'Get new entries by mail',
    subscribed: 'You get new entries by mail.',
    unsubscribe: 'Stop',
  },
  doing: {
    ask: 'What would make your day easier?',
    share: 'Share an idea',
    postAsNew: (text) => html`Post “${text}” as a new idea →`,
    similar: counted('similar post', 'similar posts'),
    noneSimilar: 'No similar posts.',
    vote: (votes) => `Vote, ${votes}`,
    youAndOthers: (others) =>
      others === 0
        ? 'You want this.'
        : `You and ${number.format(others)} ${one.select(others) === 'one' ? 'other' : 'others'} want this.`,
    youAskedForThis: 'You asked for this',
    follow: 'Follow',
    following: 'Following',
    unfollow: 'Unfollow',
    followHint: 'Hear by mail when there is news.',
    told: 'You will be told by mail when there is news.',
    stop: 'Don’t',
    asksToTell: 'Do you want to hear by mail when there is news?',
    tell: 'Tell me',
    tellMe: 'Tell me by mail when there is news',
    voteHeld: (site) => `Sign in to ${site} so that your vote counts.`,
    whoCanVote: (site) => `To vote, open this page from your account at ${site}.`,
    whoCanWrite: (site) => `To post or comment, open this page from your account at ${site}.`,
    signInToWrite: 'Sign in to write',
    rehearsal: 'Rehearsal: everything works, and nothing is saved.',
    close: 'Close',
    failed: 'Can’t reach the server. Try again.',
    back: 'Back',
    tryAgain: 'Try again',
    thanks: 'Thank you',
    thanksHint: 'The team reads your idea before it appears here.',
    newTitle: 'Share an idea',
    title: 'Title',
    titleHint: 'One idea in a short sentence.',
    text: 'Details',
    textHint: 'What are you trying to do, and what gets in the way? (optional)',
    post: 'Post',
    comment: 'Comment',
    commentLabel: 'Write a comment',
    reply: 'Reply',
    replyLabel: 'Write a reply',
    edit: 'Edit',
    save: 'Save',
    remove: 'Delete',
    removePost: 'Delete post',
    removeComment: 'Delete comment',
    titleStays: 'Others have voted or commented, so the title can’t be changed.',
    removeShared:
      'Others have voted or commented: your name will be removed, and the post stays. This can’t be undone.',
    removeHint: 'This can’t be undone.',
    withdraw: 'Withdraw',
    report: 'Report',
    reportLabel: 'What is wrong with it?',
    reported: 'Thank you. The team will look at it.',
    waiting: 'Waiting for review',
    waitingHint: 'Only you can see this until the team has approved it.',
    waitingEdit: 'Your change is waiting for review.',
    rejected: 'Not published',
    mine: 'My feedback',
    mySent: 'What I sent',
    older: 'Older',
    myVotes: 'My votes',
    myFollows: 'What I follow',
    noneOfMine: 'Nothing yet.',
    deleteMine: 'Delete my data',
    deleteMineHint:
      'Your name and your sign-ins will be deleted. Posts, comments and votes remain without your name. This can’t be undone.',
    you: 'You',
    leaveEmpty: 'Leave this field empty',
    problems: {
      notFound: 'This is no longer here.',
      forbidden: 'You can’t write here.',
      limited: 'That was a lot in a short time. Try again later.',
      conflict: 'This has changed meanwhile. Go back and try again.',
      title: 'The title must have 1 to 200 characters.',
      text: 'The text is empty or too long.',
      reason: 'Say in up to 500 characters what is wrong.',
      invalid: 'Something in the form can’t be used.',
      tooLarge: 'The text is too long.',
      server: 'Something went wrong. Try again.',
    },
  },
};
