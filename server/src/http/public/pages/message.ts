// One sentence after a form was sent without the script: why it was not taken, or what happens next.

import { type Html, html } from '../../../domain/kernel/html.ts';
import { linkTo, type View } from '../view.ts';
import { layout } from './layout.ts';

export interface Message {
  title: string;
  text?: string;
  /** Where to go on, as a path inside the site. */
  back: string;
  /** What was sent and not taken: nothing that was written is lost. */
  again?: { action: string; fields: Readonly<Record<string, string>> };
}

export const messagePage = (view: View, { title, text, back, again }: Message): string =>
  layout(view, {
    title,
    description: '',
    path: '/',
    isPersonal: true,
    content: html`<h1>${title}</h1>
${text !== undefined && html`<p class="lead">${text}</p>`}${again !== undefined && tryAgain(view, again)}
<p class="pages"><a href="${linkTo(view.links, back)}">← ${view.texts.doing.back}</a></p>`,
  });

const tryAgain = ({ links, texts }: View, { action, fields }: NonNullable<Message['again']>): Html =>
  html`<form class="form" method="post" action="${links.page(action)}">${Object.entries(fields).map(
    ([name, value]) =>
      name === 'text'
        ? html`<textarea name="text" rows="7" aria-label="${texts.doing.text}" dir="auto">
${value}</textarea>`
        : html`<input type="hidden" name="${name}" value="${value}">`,
  )}<div class="row"><button class="btn">${texts.doing.tryAgain}</button></div></form>`;
