// What the views of all pages are given, and the small parts that several of them use.

import type { Reach } from '../../app/mail/visitor-mail.ts';
import { type Html, html } from '../../domain/kernel/html.ts';
import { type SiteLanguage, siteLanguages } from '../../domain/site/site.ts';
import type { SubmissionKind, SubmissionState } from '../../domain/site/submission.ts';
import type { SiteLinks } from '../../shapes/site/links.ts';
import type { PublicListedPost, PublicStatus } from '../../shapes/site/public-post.ts';
import { de } from './texts/de.ts';
import { en, type Texts } from './texts/en.ts';
import { zh } from './texts/zh.ts';

const texts: Record<SiteLanguage, Texts> = { en, de, zh };

/** What pages know of their site. */
export interface PublicSite {
  name: string;
  description: string;
  /** The addresses of the logo and the icon, which name their content. */
  logo: string | null;
  icon: string;
  /** The elements that bring the stylesheet and the script. */
  style: Html;
  script: Html;
  /** Whether there is a page where visitors who are not known can sign in. */
  hasSignIn: boolean;
  /** Whether mail is set up: without, no page speaks of it. */
  hasMail: boolean;
  takesAnonymousPosts: boolean;
  /** Whether visitors who take part follow, unless they say otherwise. */
  followsByDefault: boolean;
}

/** Who reads the page, if they are signed in. No one else gets such a page. */
export interface ShownVisitor {
  name: string;
  /** Nothing that they do is stored. */
  isRehearsal: boolean;
  /** Whether mail can reach them. */
  reach: Reach;
  /** Whether they are told of every changelog entry. */
  isSubscribed: boolean;
  /** Those of the page's posts that they voted for, and that they follow. */
  voted: ReadonlySet<string>;
  followed: ReadonlySet<string>;
  /** The posts and comments of the page that are theirs. */
  own: ReadonlySet<string>;
  /** What they sent for this page, and no one else sees yet. */
  waiting: readonly ShownSubmission[];
}

/** What a visitor sent, as they see it. */
export interface ShownSubmission {
  id: string;
  kind: SubmissionKind;
  state: SubmissionState;
  title: string;
  text: string;
  /** Why it was rejected. */
  reason: string;
  /** The public post that it is about, or that it became. */
  post: PublicListedPost | null;
  createdAt: string;
}

export interface View {
  site: PublicSite;
  language: SiteLanguage;
  texts: Texts;
  visitor: ShownVisitor | undefined;
  /** Of this page and others, as paths. */
  links: SiteLinks;
  /** The same with scheme and host, without the choice of a language. */
  absolute: SiteLinks;
}

export const textsOf = (language: SiteLanguage): Texts => texts[language];

export const languageOf = (text: string | undefined): SiteLanguage | undefined =>
  siteLanguages.find((language) => language === text);

const dates = new Map<string, Intl.DateTimeFormat>();

/** Days, not "2 months ago": a page stays the same until something on it changes. */
export const dayOf = (iso: string, { locale }: Texts): string => {
  const format =
    dates.get(locale) ?? new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  dates.set(locale, format);
  return format.format(new Date(iso));
};

export const time = (iso: string, known: Texts): Html =>
  html`<time datetime="${iso}">${dayOf(iso, known)}</time>`;

export const statusMark = ({ name, category }: PublicStatus, reason: string | null = null): Html =>
  html`<span class="dot ${category}" dir="auto">${name}${reason !== null && `. ${reason}`}</span>`;

/** Adds a query string to a link that may have one. */
export const withQuery = (url: string, query: Record<string, string>): string => {
  const added = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== '')).toString();
  return added === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${added}`;
};

/** A path inside the site that may have a query string and a fragment, as a link. */
export function linkTo(links: SiteLinks, to: string): string {
  const [, path = '/', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/.exec(to) ?? [];
  return withQuery(links.page(path), Object.fromEntries(new URLSearchParams(query))) + fragment;
}

/** Whose comment it is, as far as visitors may know. */
export const authorOf = (
  {
    isFromTeam,
    memberName,
    authorName,
  }: { isFromTeam: boolean; memberName: string | null; authorName: string | null },
  { texts, site }: Pick<View, 'texts' | 'site'>,
): string => (isFromTeam ? (memberName ?? site.name) : (authorName ?? texts.visitor));

/** The same with the team's name. */
export const fromTeam = (comment: { memberName: string | null }, { texts, site }: View): string =>
  comment.memberName === null ? site.name : texts.from(comment.memberName, site.name);
