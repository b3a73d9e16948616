// What the views are given for a site, in the language that a visitor chose.

import { hash } from 'node:crypto';
import { html } from '../../domain/kernel/html.ts';
import { type Site, type SiteAddresses, type SiteLanguage, siteName } from '../../domain/site/site.ts';
import { accentFor } from './look/accent.ts';
import { styleOf } from './look/style.ts';
import { pathsOf } from './places.ts';
import { script } from './script/script.ts';
import { type ShownVisitor, textsOf, type View } from './view.ts';

/** `absolute`: links as other programs need them, with scheme and host. */
export function viewOf(
  site: Site,
  addresses: SiteAddresses,
  lang: SiteLanguage | undefined,
  isAbsolute = false,
  visitor?: ShownVisitor,
): View {
  const { paths, absolute } = pathsOf(site, addresses);
  const chosen = lang === site.language ? undefined : lang;
  const links = isAbsolute ? absolute : paths(chosen);
  const language = chosen ?? site.language;
  return {
    site: {
      name: siteName(site),
      description: site.description,
      logo: site.logo && `${links.file('/logo')}?v=${site.logo.sha256.slice(0, 12)}`,
      style: html`<link rel="stylesheet" href="${links.file('/style.css')}?v=${versionOf(styleOf(site.accentColor))}">`,
      script: html`<script src="${links.file('/site.js')}?v=${versionOf(script)}" defer></script>`,
      hasSignIn: site.signInUrl !== null || addresses.hasMail,
      hasMail: addresses.hasMail,
      takesAnonymousPosts: site.anonymousPosts,
      followsByDefault: site.followOnVote,
      icon: `${links.file('/icon.svg')}?v=${versionOf(iconOf(site))}`,
    },
    language,
    texts: textsOf(language),
    visitor,
    links,
    absolute,
  };
}

/** Names the content in an address, so that it can be cached indefinitely. */
export const versionOf = (text: string): string => hash('sha1', text, 'hex').slice(0, 12);

export const iconOf = ({ accentColor }: Site): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="${accentFor(accentColor, 'light').color}"/></svg>`;
