// Events as messages: what each service documents, with hostile texts.

import { describe, expect, it } from 'vitest';
import { type EventType, eventCatalog, eventTypes } from '../../domain/events/event.ts';
import { type MessageFormat, messageRequest } from './messages.ts';

const publicUrl = 'https://feedback.example.com';
const createdAt = '2026-01-31T09:15:02.123Z';
const nasty = '<!channel> & *bold* [x](http://evil.test) | @everyone `code` \\';

const documentOf = (...lines: string[]) => ({
  type: 'doc',
  content: lines.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
});

const objects = {
  post: {
    id: 'post_1',
    title: nasty,
    description: documentOf('Less <light> & more.', 'One'),
    votesCount: 50,
    author: { name: 'Ada', email: 'ada@example.com' },
  },
  comment: {
    id: 'cmt_1',
    postId: 'post_1',
    content: 'Yes,\nplease.',
    author: { name: null, email: 'b@c.d' },
  },
  submission: { id: 'sub_1', title: null, content: 'Yes,\nplease.', author: { name: 'Ada' } },
  vote: { postId: 'post_1', userId: 'user_1', user: { name: 'Grace' } },
  changelog: { id: 'clog_1', title: 'Version 2' },
  user: { id: 'user_1', name: null, email: 'ada@example.com' },
  import: {
    importId: 'import_1',
    state: 'finished',
    counts: { posts: { created: 1200, found: 1, failed: 0 }, votes: { created: 0, found: 5, failed: 0 } },
  },
  site: { name: null },
  webhook: { id: 'hook_1', url: 'https://example.com/' },
};

const event = (type: EventType, more: object = {}) => ({
  id: 'evt_1',
  sequence: 1,
  type,
  createdAt,
  data: { object: { ...objects[eventCatalog[type].kind], ...more } },
});

const message = (format: MessageFormat, about: object, url = 'https://hooks.example.com/services/T/B/x') => {
  const request = messageRequest(format, url, about, publicUrl);
  return { ...request, body: JSON.parse(request.body) };
};

const link = `${publicUrl}/posts/post_1`;
const marked =
  '\\<\\!channel\\> & \\*bold\\* \\[x\\]\\(http\\://evil\\.test\\) \\| \\@everyone \\`code\\` \\\\';

it.each<[MessageFormat, object]>([
  [
    'slack',
    {
      text: 'New feedback by Ada: &lt;!channel&gt; &amp; *bold* [x](http://evil.test) | @everyone `code` \\',
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: `New feedback by Ada\n*<${link}|&lt;!channel&gt; &amp; *bold* [x](http://evil.test)   @everyone \`code\` \\>*`,
            verbatim: true,
          },
        },
        {
          type: 'section',
          text: { type: 'mrkdwn', text: 'Less &lt;light&gt; &amp; more.\nOne', verbatim: true },
        },
      ],
    },
  ],
  [
    'discord',
    {
      allowed_mentions: { parse: [] },
      embeds: [
        {
          author: { name: 'New feedback by Ada' },
          title: marked,
          url: link,
          description: 'Less \\<light\\> & more\\.\nOne',
          timestamp: createdAt,
          color: 0x3b82f6,
        },
      ],
    },
  ],
  [
    'teams',
    {
      type: 'message',
      attachments: [
        {
          contentType: 'application/vnd.microsoft.card.adaptive',
          contentUrl: null,
          content: {
            $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
            type: 'AdaptiveCard',
            version: '1.4',
            body: [
              { type: 'TextBlock', text: 'New feedback by Ada', isSubtle: true, wrap: true },
              { type: 'TextBlock', text: marked, weight: 'Bolder', size: 'Medium', wrap: true },
              { type: 'TextBlock', text: 'Less \\<light\\> & more\\.\nOne', wrap: true },
            ],
            actions: [{ type: 'Action.OpenUrl', title: 'Open', url: link }],
          },
        },
      ],
    },
  ],
])('writes a post for %s', (format, body) => {
  expect(message(format, event('post.created'))).toEqual({
    url: 'https://hooks.example.com/services/T/B/x',
    body,
  });
});

it('writes a post for ntfy, with the topic in the body', () => {
  expect(message('ntfy', event('post.created'), 'https://ntfy.example.com/base/my-topic?auth=x')).toEqual({
    url: 'https://ntfy.example.com/base/?auth=x',
    body: {
      topic: 'my-topic',
      title: 'New feedback by Ada',
      message: `${nasty}\n\nLess <light> & more.\nOne`,
      click: link,
    },
  });
});

describe('every type', () => {
  const shown = (type: EventType, more?: object) => {
    const { title, message: text, click } = message('ntfy', event(type, more), 'https://ntfy.sh/t').body;
    return [title, text, click.slice(publicUrl.length)];
  };
  it.each<[EventType, string, string, string]>([
    ['post.status_changed', 'Status changed', nasty, '/posts/post_1'],
    ['post.threshold_reached', '50 votes reached', nasty, '/posts/post_1'],
    ['comment.created', 'New comment by b@c.d', 'Yes,', '/posts/post_1'],
    ['vote.created', 'New vote by Grace', 'Post post_1', '/posts/post_1'],
    ['changelog.published', 'Changelog published', 'Version 2', '/changelog/clog_1'],
    ['user.created', 'New person', 'ada@example.com', '/customers/people/user_1'],
    ['import.finished', 'Import finished', 'posts: 1,200', '/settings/import-export/import_1'],
    ['import.undone', 'Import undone', 'posts: 1,200', '/settings/import-export/import_1'],
    ['webhook.test', 'Test of a webhook', 'https://example.com/', '/settings'],
  ])('%s', (type, headline, title, path) => {
    const [head, text, click] = shown(type);
    expect([head, text.split('\n\n')[0], click]).toEqual([headline, title, path]);
  });

  it('has a message in every format', () => {
    for (const type of eventTypes)
      for (const format of ['slack', 'discord', 'teams', 'ntfy'] as const)
        expect(JSON.stringify(message(format, event(type)).body)).toContain(publicUrl);
  });
});

it('stays within the limits of each service, and cuts no character in half', () => {
  const long = event('post.created', {
    title: '&😀'.repeat(300),
    description: documentOf(...Array(5000).fill('&')),
    author: { name: '*'.repeat(300) },
  });
  const slack = message('slack', long).body;
  for (const { text } of slack.blocks) expect(text.text.length).toBeLessThanOrEqual(3000);
  const [embed] = message('discord', long).body.embeds;
  expect([
    embed.author.name.length <= 256,
    embed.title.length <= 256,
    embed.description.length <= 4096,
  ]).toEqual([true, true, true]);
  // ntfy cuts messages at 4,096 bytes.
  const ntfy = message('ntfy', long, 'https://ntfy.sh/t').body;
  expect(Buffer.byteLength(ntfy.message)).toBeLessThanOrEqual(4096);
  for (const body of [slack, embed, ntfy]) expect(JSON.stringify(body).isWellFormed()).toBe(true);
  expect(slack.text).not.toMatch(/&(?!amp;|lt;|gt;)/);
});
