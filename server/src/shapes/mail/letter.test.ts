import { expect, it } from 'vitest';
import type { MailContent } from '../../domain/mail/content.ts';
import { letter } from './letter.ts';

const content: MailContent = {
  to: { name: 'Ada', address: 'ada@example.com' },
  sender: 'Acme <b>',
  language: 'de',
  subject: 'Dark mode </title><script>alert(1)</script>',
  paragraphs: ['One & <i>one</i>', 'Two'],
  quote: 'first\n<img src=x>',
  button: { label: 'Open', url: 'https://acme.example/?a=1&b="2"' },
  reason: 'You follow this.',
  leave: { label: 'Stop', url: 'https://acme.example/m/token' },
};

it('says everything as text', () => {
  expect(letter(content).text).toBe(`One & <i>one</i>

Two

> first
> <img src=x>

Open:
https://acme.example/?a=1&b="2"

-- 
Acme <b>
You follow this.

Stop:
https://acme.example/m/token
`);
});

it('escapes every word in HTML', () => {
  const { html } = letter(content);
  expect(html).toContain('<html lang="de">');
  expect(html).toContain('One &amp; &lt;i&gt;one&lt;/i&gt;');
  expect(html).toContain('href="https://acme.example/?a=1&amp;b=&quot;2&quot;"');
  expect(html).toContain('href="https://acme.example/m/token"');
  expect(html).not.toMatch(/<script|<img|<i>|<b>/);
});

it('loads nothing from elsewhere, and leaves out what it was not given', () => {
  const { leave: _, quote: __, button: ___, ...less } = content;
  const { html, text } = letter({ ...less, sender: 'Acme', paragraphs: ['Two'], subject: 'One' });
  expect(html).not.toMatch(/src=|url\(|href=|@import/);
  expect(text).toBe('Two\n\n-- \nAcme\nYou follow this.\n');
  expect(html).toContain('prefers-color-scheme: dark');
});
