// How a mail looks: as text, and as HTML for programs of any age. Tables and inline styles, since many programs know
// nothing else; no picture and nothing from elsewhere, so that opening a mail isn't reported to anyone.

import { type Html, html } from '../../domain/kernel/html.ts';
import type { MailContent } from '../../domain/mail/content.ts';

export interface Letter {
  text: string;
  html: string;
}

/** Programs that know `color-scheme` use these on a dark background. */
const dark = `
@media (prefers-color-scheme: dark) {
  .page { background: #16181d !important; }
  .card { background: #22252c !important; }
  .text { color: #eceef2 !important; }
  .faint { color: #a7adb8 !important; }
  .line { border-color: #3a3f49 !important; }
  .button { background: #eceef2 !important; }
  .button a { color: #16181d !important; }
}`;

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
/** A long word would make the mail wider than a phone. Some programs know only the one, some only the other. */
const breaking = 'overflow-wrap:anywhere;word-break:break-word';
const textStyle = `${font};font-size:16px;line-height:24px;color:#1c1f26;margin:0 0 16px;${breaking}`;
const faintStyle = `${font};font-size:13px;line-height:20px;color:#5b626f;margin:0 0 8px;${breaking}`;

export const letter = (content: MailContent): Letter => ({
  text: textOf(content),
  html: `<!doctype html>\n${pageOf(content).text}\n`,
});

function textOf({ paragraphs, quote, button, reason, leave, leaveAll, sender }: MailContent): string {
  const parts = [
    ...paragraphs,
    ...(quote === undefined ? [] : [quote.replace(/^/gm, '> ')]),
    ...(button === undefined ? [] : [`${button.label}:\n${button.url}`]),
    `-- \n${[sender, reason].join('\n')}`,
    ...[leave, leaveAll].flatMap((way) => (way === undefined ? [] : [`${way.label}:\n${way.url}`])),
  ];
  return `${parts.join('\n\n')}\n`;
}

function pageOf(content: MailContent): Html {
  const { language, subject, sender, paragraphs, quote, button, reason, leave, leaveAll } = content;
  const ways = [leave, leaveAll].filter((way) => way !== undefined);
  return html`<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>:root { color-scheme: light dark; }${dark}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f3f4f6">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f3f4f6"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background:#ffffff;border-radius:8px"><tr><td style="padding:28px 28px 20px">
<p class="faint" dir="auto" style="${faintStyle};margin-bottom:20px">${sender}</p>
${paragraphs.map((text) => html`<p class="text" dir="auto" style="${textStyle}">${text}</p>\n`)}
${quote !== undefined && html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr><td class="line" style="border-left:3px solid #d5d9e0;padding-left:14px"><p class="text" dir="auto" style="${textStyle};margin:0;white-space:pre-line">${quote}</p></td></tr></table>\n`}
${button && html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 20px"><tr><td class="button" bgcolor="#1c1f26" style="background:#1c1f26;border-radius:6px"><a href="${button.url}" style="${font};display:inline-block;padding:11px 20px;font-size:16px;line-height:22px;color:#ffffff;text-decoration:none">${button.label}</a></td></tr></table>\n`}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="line" style="border-top:1px solid #e1e4ea;padding-top:16px">
<p class="faint" dir="auto" style="${faintStyle}">${reason}</p>
${ways.map(({ url, label }) => html`<p style="${faintStyle}"><a class="faint" href="${url}" style="color:#5b626f">${label}</a></p>\n`)}
</td></tr></table>
</td></tr></table>
</td></tr></table>
</body>
</html>`;
}
