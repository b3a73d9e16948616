// English, and the type that every other language must match.

export const en = {
  title: 'Get started',
  text: 'Five first steps. This page goes when four are done.',
  hide: 'Hide this page',
  done: 'Done',
  sample: {
    title: 'Try it with sample data',
    text: 'Twelve posts with votes, statuses and tags to play with. You can remove them later; what you changed stays.',
    add: 'Add sample data',
    adding: 'Adding sample data…',
    remove: 'Remove sample data',
    removing: 'Removing sample data…',
    show: 'Look at the posts',
  },
  bring: {
    title: 'Bring what you have',
    text: 'From Canny, Fider, Featurebase, Quackback, Productboard, or any table. You see a preview before anything is added.',
    act: 'Import',
  },
  connect: {
    title: 'Connect your app',
    text: 'Your app sends feedback with an API key. Create one, and try it with the command that appears.',
    act: 'Create API key',
    keyName: 'First app',
    once: 'The key is shown only here. Keep it like a password.',
    command: 'Command',
    firstPost: 'My first post',
    waiting: 'Waiting for the first request…',
    show: 'API keys',
  },
  invite: {
    title: 'Invite a colleague',
    text: 'Feedback is read by more than one pair of eyes.',
    act: 'Invite',
  },
  site: {
    title: 'Switch on the public site',
    text: 'Your users read, vote and post there. Nothing is public until you say so.',
    act: 'Set up',
  },
};

export type HomeTexts = typeof en;
