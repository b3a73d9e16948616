// The headers of public answers. A page may share its host with the console, so no script but ours may run on it, and
// that one may ask only for what is below the site.

import type { Site } from '../../domain/site/site.ts';
import type { SiteLinks } from '../../shapes/site/links.ts';

/** Nothing is loaded from another host, and no script runs but the one of this address. */
const policyOf = (frames: readonly string[], style: string, script = "'none'", connect?: string): string =>
  [
    "default-src 'none'",
    `script-src ${script}`,
    ...(connect === undefined ? [] : [`connect-src ${connect}`]),
    `style-src ${style}`,
    "img-src 'self'",
    "media-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frames.length === 0 ? "'none'" : frames.join(' ')}`,
    "require-trusted-types-for 'script'",
  ].join('; ');

export const pageHeaders = (
  { frameOrigins }: Pick<Site, 'frameOrigins'>,
  style = "'self'",
  absolute?: SiteLinks,
): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    absolute === undefined
      ? policyOf(frameOrigins, style)
      : // A source needs a host. A path that ends with a slash means all below it, any other is one file.
        policyOf(frameOrigins, style, absolute.file('/site.js'), absolute.file('/x').slice(0, -1)),
  ...(frameOrigins.length === 0 && { 'x-frame-options': 'DENY' }),
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
});

/** Of pages that sign in: no frame shows them, nothing keeps them, and no other site is told their address. */
export const signInHeaders = (script?: string): Record<string, string> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': policyOf([], "'self'", script),
  'x-frame-options': 'DENY',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cache-control': 'no-store',
});

/** Of the page that ends mails: it has neither a script nor a cookie, and a style of its own. */
export const leaveHeaders = (style: string): Record<string, string> => ({
  ...signInHeaders(),
  'content-security-policy': policyOf([], style),
});

/** Of everything that is no page: if a browser shows it, it can do nothing. */
export const dataHeaders = (type: string): Record<string, string> => ({
  'content-type': `${type}; charset=utf-8`,
  'content-security-policy': "sandbox; default-src 'none'",
  'referrer-policy': 'no-referrer',
});

/** Every use has to ask first, so that nothing outlives its removal from the site. */
export const checkedEachTime = 'no-cache';
/** For addresses that name their content. */
export const unchanging = 'public, max-age=31536000, immutable';
