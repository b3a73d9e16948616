// The settings of the public site in API requests and responses.

import Type, { type Static } from 'typebox';
import { visibilities } from '../../domain/feedback/post.ts';
import { toIso } from '../../domain/kernel/clock.ts';
import { type Site, type SiteAddresses, siteLanguages, siteVisibilities } from '../../domain/site/site.ts';
import { moderations } from '../../domain/site/submission.ts';
import { type FileUrl, presentAttachment } from '../files/attachment.ts';
import { dateTime, identifier, named, nullable, oneOf } from '../kernel/common.ts';

const visibilityText =
  '`off`, `signed_in` for visitors who have signed in, or `public` for everyone. Off by default.';
const newPostsText =
  'The visibility of new posts that come without one. Imported posts are internal in any case.';
const roadmapText = 'The statuses on the roadmap. Empty for all that mean unstarted, active or completed.';
const moderationText =
  'Which texts of visitors wait for approval: `none`, all until the `first` was approved, those with `links`, or `all`. ' +
  '`first` by default.';
const anonymousText =
  'Whether visitors can send posts without signing in. They always wait for approval. Off by default.';
const followText =
  'Whether visitors follow what they vote for, post and comment on, unless they say otherwise, if mail can reach them. ' +
  'On by default.';
const namesText =
  'Whether pages name who wrote posts and comments. Only people who have signed in themselves are named.';
const signInText =
  'An https page of your own application that sends visitors back here, signed in. Without one, and without mail, ' +
  "visitors can't start on the site.";
const domainsText =
  'Domains such as `example.com`, at most 50. If visitors must sign in to read, links by mail go to addresses of these ' +
  'domains, and to people whose address is proven.';
const jwksText =
  'Where your public keys are, if you sign tokens with RS256, ES256 or EdDSA; https. Needs `identityIssuer`.';
const issuerText = 'The `iss` of tokens that are signed with these keys.';
const framesText = 'The origins of pages that may show the site in a frame, at most 20.';

export const SiteLogoShape = named('SiteLogo', {
  mimeType: Type.String(),
  size: Type.Integer({ description: 'In bytes.' }),
  width: nullable<number>('integer'),
  height: nullable<number>('integer'),
  url: Type.String(),
});

export const SiteShape = named(
  'Site',
  {
    visibility: oneOf(siteVisibilities, { description: visibilityText }),
    name: nullable<string>('string', { description: 'Null for the name of the workspace.' }),
    description: Type.String(),
    accentColor: Type.String({ description: '`#rrggbb`.' }),
    language: oneOf(siteLanguages),
    newPosts: oneOf(visibilities, { description: newPostsText }),
    roadmapStatusIds: Type.Array(identifier('stat'), { description: roadmapText }),
    frameOrigins: Type.Array(Type.String(), { description: framesText }),
    moderation: oneOf(moderations, { description: moderationText }),
    anonymousPosts: Type.Boolean({ description: anonymousText }),
    followOnVote: Type.Boolean({ description: followText }),
    showNames: Type.Boolean({ description: namesText }),
    signInUrl: nullable<string>('string', { description: signInText }),
    allowedDomains: Type.Array(Type.String(), { description: domainsText }),
    identityJwksUrl: nullable<string>('string', { description: jwksText }),
    identityIssuer: nullable<string>('string', { description: issuerText }),
    logo: Type.Unsafe<Static<typeof SiteLogoShape> | null>({
      anyOf: [Type.Ref('SiteLogo'), { type: 'null' }],
    }),
    host: nullable<string>('string', {
      description: 'The host that serves only this site. Set by the operator.',
    }),
    url: nullable<string>('string', { description: 'Where visitors find the site; null while it is off.' }),
    version: Type.Integer(),
    updatedAt: dateTime(),
  },
  { description: 'The public site: where visitors read feedback, roadmap and changelog.' },
);

export const SitePatchIn = named(
  'SitePatchIn',
  {
    visibility: Type.Optional(oneOf(siteVisibilities, { description: visibilityText })),
    name: Type.Optional(
      nullable<string>('string', { description: '1 to 100 characters; null for the name of the workspace.' }),
    ),
    description: Type.Optional(Type.String({ description: 'At most 500 characters, plain text.' })),
    accentColor: Type.Optional(Type.String({ description: '`#rrggbb`.', examples: ['#4f46e5'] })),
    language: Type.Optional(oneOf(siteLanguages, { description: 'The language of the pages.' })),
    newPosts: Type.Optional(oneOf(visibilities, { description: newPostsText })),
    roadmapStatusIds: Type.Optional(
      Type.Array(Type.String(), { description: `${roadmapText} By ID or slug, at most 50.` }),
    ),
    moderation: Type.Optional(oneOf(moderations, { description: moderationText })),
    anonymousPosts: Type.Optional(Type.Boolean({ description: anonymousText })),
    followOnVote: Type.Optional(Type.Boolean({ description: followText })),
    frameOrigins: Type.Optional(
      Type.Array(Type.String(), { description: `${framesText} For example \`https://app.example.com\`.` }),
    ),
    showNames: Type.Optional(Type.Boolean({ description: namesText })),
    signInUrl: Type.Optional(nullable<string>('string', { description: signInText })),
    allowedDomains: Type.Optional(Type.Array(Type.String(), { description: domainsText })),
    identityJwksUrl: Type.Optional(nullable<string>('string', { description: jwksText })),
    identityIssuer: Type.Optional(
      nullable<string>('string', { description: `${issuerText} 1 to 255 characters.` }),
    ),
  },
  { examples: [{ visibility: 'public', name: 'Acme feedback' }] },
);

export const SiteLogoForm = named('SiteLogoForm', {
  file: Type.Optional(
    Type.Unsafe<never>({
      type: 'string',
      format: 'binary',
      description: 'A PNG, JPEG, WebP or GIF of at most 1 MB. Its bytes decide what it is.',
    }),
  ),
});

export type PresentSite = (site: Site) => Static<typeof SiteShape>;

export function sitePresenter(fileUrl: FileUrl, { hostOf, urlOf }: SiteAddresses): PresentSite {
  const file = presentAttachment(fileUrl);
  const logoOf = (logo: NonNullable<Site['logo']>): Static<typeof SiteLogoShape> => {
    const { mimeType, size, width, height, url } = file(logo);
    return { mimeType, size, width, height, url };
  };
  return (site) => ({
    visibility: site.visibility,
    name: site.name,
    description: site.description,
    accentColor: site.accentColor,
    language: site.language,
    newPosts: site.newPosts,
    roadmapStatusIds: site.roadmapStatusIds,
    frameOrigins: site.frameOrigins,
    moderation: site.moderation,
    anonymousPosts: site.anonymousPosts,
    followOnVote: site.followOnVote,
    showNames: site.showNames,
    signInUrl: site.signInUrl,
    allowedDomains: site.allowedDomains,
    identityJwksUrl: site.identityJwksUrl,
    identityIssuer: site.identityIssuer,
    logo: site.logo && logoOf(site.logo),
    host: hostOf(site.slug) ?? null,
    url: site.visibility === 'off' ? null : urlOf(site.slug),
    version: site.version,
    updatedAt: toIso(site.updatedAt),
  });
}

export const siteExample: Static<typeof SiteShape> = {
  visibility: 'public',
  name: 'Acme feedback',
  description: 'Tell us what would make your day easier.',
  accentColor: '#4f46e5',
  language: 'en',
  newPosts: 'internal',
  roadmapStatusIds: [],
  frameOrigins: [],
  moderation: 'first',
  anonymousPosts: false,
  followOnVote: true,
  showNames: false,
  signInUrl: 'https://app.example.com/feedback',
  allowedDomains: [],
  identityJwksUrl: null,
  identityIssuer: null,
  logo: null,
  host: null,
  url: 'https://earshot.example.com/p/default',
  version: 2,
  updatedAt: '2026-01-31T09:15:02.123Z',
};
