// Events as messages for chats and notifications: the same event, readable, with a link, escaped for each service and
// within its limits.

import type { WebhookFormat } from '../../domain/events/webhook.ts';
import { type EventMessage, messageOf } from './event-message.ts';

export type MessageFormat = Exclude<WebhookFormat, 'standard'>;

interface MessageRequest {
  url: string;
  body: string;
}

const color = 0x3b82f6;

const writers: Record<MessageFormat, (message: EventMessage) => object> = {
  // https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
  slack({ headline, title, url, text }) {
    const link = `<${escapeSlack(url).replaceAll('|', '%7C')}|${fitted(title, escapeSlackLink, 1000)}>`;
    return {
      text: `${fitted(headline, escapeSlack, 1000)}: ${fitted(title, escapeSlack, 1000)}`,
      unfurl_links: false,
      unfurl_media: false,
      blocks: [
        section(`${fitted(headline, escapeSlack, 1000)}\n*${link}*`),
        ...(text === '' ? [] : [section(fitted(text, escapeSlack, 3000))]),
      ],
    };
  },
  // https://discord.com/developers/docs/resources/webhook#execute-webhook
  discord: ({ headline, title, url, text, createdAt }) => ({
    allowed_mentions: { parse: [] },
    embeds: [
      {
        author: { name: fitted(headline, asIs, 256) },
        title: fitted(title, escapeMarkdown, 256),
        url,
        ...(text !== '' && { description: fitted(text, escapeMarkdown, 4096) }),
        timestamp: createdAt,
        color,
      },
    ],
  }),
  // An Adaptive Card, as workflows of Teams take it: https://learn.microsoft.com/connectors/teams
  teams: ({ headline, title, url, text }) => ({
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
            { type: 'TextBlock', text: escapeMarkdown(headline), isSubtle: true, wrap: true },
            { type: 'TextBlock', text: escapeMarkdown(title), weight: 'Bolder', size: 'Medium', wrap: true },
            ...(text === '' ? [] : [{ type: 'TextBlock', text: escapeMarkdown(text), wrap: true }]),
          ],
          actions: [{ type: 'Action.OpenUrl', title: 'Open', url }],
        },
      },
    ],
  }),
  // https://docs.ntfy.sh/publish/#publish-as-json, as plain text, so there is nothing to escape.
  ntfy: ({ headline, title, url, text }) => ({
    title: headline,
    message: text === '' ? title : `${title}\n\n${text}`,
    click: url,
  }),
};

/** The request for an event. For ntfy, the topic moves from the URL into the body. */
export function messageRequest(
  format: MessageFormat,
  url: string,
  event: object,
  publicUrl: string,
): MessageRequest {
  const message = writers[format](messageOf(event, publicUrl));
  if (format !== 'ntfy') return { url, body: JSON.stringify(message) };
  const target = new URL(url);
  const segments = target.pathname.split('/');
  const topic = segments.pop() ?? '';
  target.pathname = `${segments.join('/')}/`;
  return { url: target.href, body: JSON.stringify({ topic, ...message }) };
}

/** `verbatim`: Slack makes no links or mentions of what people wrote. */
const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text, verbatim: true } });

type Escape = (text: string) => string;

const asIs: Escape = (text) => text;

/** Slack's three control characters. */
const escapeSlack: Escape = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A line break or a bar would end the text of a link. */
const escapeSlackLink: Escape = (text) => escapeSlack(text.replace(/[|\n\r]/g, ' '));

/** Puts a backslash before everything that Markdown may take for a mark or a mention. */
const escapeMarkdown: Escape = (text) => text.replace(/[\\`*_{}[\]()<>#+\-.!|~@:]/g, '\\$&');

/** Escaped, and cut to fit; never within a character or what stands for it. */
function fitted(text: string, escaping: Escape, max: number): string {
  const whole = escaping(text);
  if (whole.length <= max) return whole;
  let cut = '';
  for (const character of text) {
    const next = escaping(character);
    if (cut.length + next.length >= max) break;
    cut += next;
  }
  return `${cut}…`;
}
