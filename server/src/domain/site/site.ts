// The public site of a workspace: whether there is one, how it looks, and what it shows.

import { hexColor } from '../catalog/color.ts';
import type { Visibility } from '../feedback/post.ts';
import type { Attachment } from '../files/attachment.ts';
import { fileNameOf } from '../files/file-name.ts';
import type { Instant } from '../kernel/clock.ts';
import { badField, Failure } from '../kernel/failure.ts';
import { asciiLower, boundedText, isDomain } from '../kernel/text.ts';
import { firstVersion, isSame, type New } from '../kernel/version.ts';
import type { ModerationRule } from './submission.ts';

/** `signed_in`: only who has signed in sees anything but the name and the logo. */
export const siteVisibilities = ['off', 'signed_in', 'public'] as const;
export type SiteVisibility = (typeof siteVisibilities)[number];

export const siteLanguages = ['en', 'de', 'zh'] as const;
export type SiteLanguage = (typeof siteLanguages)[number];

export const defaultAccentColor = '#4f46e5';

/** What the team can set. */
export interface SiteSettings {
  visibility: SiteVisibility;
  /** Null for the name of the workspace. */
  name: string | null;
  description: string;
  accentColor: string;
  language: SiteLanguage;
  /** The visibility of posts that come without one. */
  newPosts: Visibility;
  /** The statuses on the roadmap; empty for all that are planned, in progress or shipped. */
  roadmapStatusIds: string[];
  /** The origins of pages that may show the site in a frame. */
  frameOrigins: string[];
  /** Which texts of visitors wait for approval. */
  moderation: ModerationRule;
  /** Whether visitors can send posts without signing in. They always wait for approval. */
  anonymousPosts: boolean;
  /** Whether visitors follow what they vote for, post and comment on, unless they say otherwise. */
  followOnVote: boolean;
  /** Whether pages name people who have signed in themselves. */
  showNames: boolean;
  /** The host application's own page that sends visitors here, signed in. */
  signInUrl: string | null;
  /** Who may sign in by mail to a site for visitors who have signed in, besides people known by a proven address. */
  allowedDomains: string[];
  /** The public keys of the host application's tokens, and who issues those. */
  identityJwksUrl: string | null;
  identityIssuer: string | null;
}

/** What an export carries. An import must not switch a site on. */
export type PortableSettings = Omit<SiteSettings, 'visibility'>;

export const portableSettings = ({
  name,
  description,
  accentColor,
  language,
  newPosts,
  roadmapStatusIds,
  frameOrigins,
  moderation,
  anonymousPosts,
  followOnVote,
  showNames,
  signInUrl,
  allowedDomains,
  identityJwksUrl,
  identityIssuer,
}: SiteSettings): PortableSettings => ({
  name,
  description,
  accentColor,
  language,
  newPosts,
  roadmapStatusIds,
  frameOrigins,
  moderation,
  anonymousPosts,
  followOnVote,
  showNames,
  signInUrl,
  allowedDomains,
  identityJwksUrl,
  identityIssuer,
});

export interface Site extends SiteSettings {
  /** The workspace's ID, slug and name: each workspace has one site. */
  id: string;
  slug: string;
  workspaceName: string;
  logo: Attachment | null;
  /** Sessions and links of visitors from before don't count: the site was switched off since. */
  sessionsFrom: Instant;
  version: number;
  createdAt: Instant;
  updatedAt: Instant;
}

/** A site that is not off, and the number that every change raises that its visitors can see, as of one moment. */
export interface OpenSite {
  site: Site;
  revision: number;
}

/** Every workspace has a site from the start; it is off. */
export const newSite = (given: New<Site, 'id' | 'slug' | 'workspaceName'>, now: Instant): Site => ({
  visibility: 'off',
  name: null,
  description: '',
  accentColor: defaultAccentColor,
  language: 'en',
  newPosts: 'internal',
  roadmapStatusIds: [],
  frameOrigins: [],
  moderation: 'first',
  anonymousPosts: false,
  followOnVote: true,
  showNames: false,
  signInUrl: null,
  allowedDomains: [],
  identityJwksUrl: null,
  identityIssuer: null,
  logo: null,
  sessionsFrom: 0,
  ...firstVersion(now),
  ...given,
});

/** Whether visitors can notice the difference: a setting that is only for the team has to be named here. */
export function visitorsNotice(before: Site, after: Site): boolean {
  if (before.visibility === 'off' && after.visibility === 'off') return false;
  const shown = ({
    newPosts: _new,
    allowedDomains: _domains,
    identityJwksUrl: _keys,
    identityIssuer: _issuer,
    version: _version,
    updatedAt: _at,
    ...settings
  }: Site) => settings;
  return !isSame(shown(before), shown(after));
}

/** The name that visitors read. */
export const siteName = ({ name, workspaceName }: Pick<Site, 'name' | 'workspaceName'>): string =>
  name ?? workspaceName;

/** Hosts that serve the site of one workspace and nothing else: slugs by host. */
export type PublicHosts = ReadonlyMap<string, string>;

/** Where a site is for visitors. The operator decides that, not the workspace. */
export interface SiteAddresses {
  /** Whether visitors can sign in by mail: it is set up for all sites, or for none. */
  hasMail: boolean;
  /** The host that serves only the site of this workspace. */
  hostOf(slug: string): string | undefined;
  /** Without a trailing slash. */
  urlOf(slug: string): string;
}

/** Pictures that are no programs: an SVG could run scripts. */
const logoTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'];
export const maxLogoBytes = 1024 * 1024;

/** Checks a file. Visitors can download it, so it loses the name that it had on someone's disk. */
export function asLogo<File extends Pick<Attachment, 'mimeType' | 'size' | 'fileName'>>(file: File): File {
  const { mimeType, size } = file;
  if (!logoTypes.includes(mimeType))
    throw new Failure('UNSUPPORTED_MEDIA_TYPE', `A logo is a PNG, JPEG, WebP or GIF, not ${mimeType}.`);
  if (size > maxLogoBytes)
    throw new Failure('PAYLOAD_TOO_LARGE', `A logo has at most ${maxLogoBytes} bytes.`);
  return { ...file, fileName: fileNameOf('logo', mimeType) };
}

export const maxRoadmapStatuses = 50;
export const maxFrameOrigins = 20;
export const maxAllowedDomains = 50;

export const givenSiteName = (text: string): string => boundedText(text, 'name', 1, 100);
export const siteDescription = (text: string): string => boundedText(text, 'description', 0, 500);
export const siteColor = (text: string): string => hexColor(text, 'accentColor');

const maxUrlLength = 2048;

/** Without a name and password, which would end up in pages and logs. */
export function siteHttpsUrl(text: string, field: string): string {
  const given = text.trim();
  const url = given.length <= maxUrlLength && URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '')
    throw badField(field, `must be an https URL of at most ${maxUrlLength} characters.`);
  return url.href;
}

/** Compared as it is with what a token says. */
export const siteIssuer = (text: string): string => boundedText(text, 'identityIssuer', 1, 255);

export function siteDomains(domains: readonly string[]): string[] {
  const given = domains.map((domain) => asciiLower(domain.trim()));
  if (given.length > maxAllowedDomains)
    throw badField('allowedDomains', `must have at most ${maxAllowedDomains} entries.`);
  if (!given.every(isDomain))
    throw badField('allowedDomains', 'must be a list of domains such as "example.com".');
  return [...new Set(given)];
}

/** Labels of a host in ASCII, and a port. Nothing else may enter a response header. */
const originShape = /^https:\/\/[a-z0-9.-]{1,253}(?::\d{1,5})?$/;

/** Exact https origins: no wildcard, path or trailing slash. */
export function siteFrameOrigins(origins: readonly string[]): string[] {
  if (origins.length > maxFrameOrigins)
    throw badField('frameOrigins', `must have at most ${maxFrameOrigins} entries.`);
  for (const origin of origins)
    if (!originShape.test(origin) || !URL.canParse(origin) || new URL(origin).origin !== origin)
      throw badField('frameOrigins', 'must be a list of https origins such as "https://app.example.com".');
  return [...new Set(origins)];
}
