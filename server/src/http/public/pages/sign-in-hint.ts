// Says how to become known, where only those who are can write.

import { type Html, html } from '../../../domain/kernel/html.ts';
import { type View, withQuery } from '../view.ts';

/** `returnTo`: where to go on afterward, as a path inside the site. */
export const howToSignIn = ({ site, texts, links }: View, returnTo: string): Html =>
  site.hasSignIn
    ? html`<p class="hint"><a class="btn quiet" href="${signInUrl({ links }, returnTo)}" rel="nofollow">${texts.doing.signInToWrite}</a></p>`
    : html`<p class="hint">${texts.doing.whoCanWrite(site.name)}</p>`;

export const signInUrl = ({ links }: Pick<View, 'links'>, returnTo: string): string =>
  withQuery(links.page('/sign-in'), { returnTo });
