// The addresses of a site: which page, feed or file a path names, and links between them.

import type { Site, SiteAddresses, SiteLanguage } from '../../domain/site/site.ts';
import type { SiteLinks } from '../../shapes/site/links.ts';

/** Where forms are sent to. */
const forms = {
  signOut: /^\/sign-out$/,
  vote: /^\/posts\/(?<id>[\w-]{1,64})\/vote$/,
  follow: /^\/posts\/(?<id>[\w-]{1,64})\/follow$/,
  sendPost: /^\/posts$/,
  editPost: /^\/posts\/(?<id>[\w-]{1,64})\/edit$/,
  removePost: /^\/posts\/(?<id>[\w-]{1,64})\/delete$/,
  report: /^\/posts\/(?<id>[\w-]{1,64})\/report$/,
  sendComment: /^\/posts\/(?<id>[\w-]{1,64})\/comments$/,
  editComment: /^\/comments\/(?<id>[\w-]{1,64})\/edit$/,
  removeComment: /^\/comments\/(?<id>[\w-]{1,64})\/delete$/,
  withdraw: /^\/submissions\/(?<id>[\w-]{1,64})\/withdraw$/,
  mailSettings: /^\/mine\/mail$/,
  resumeMail: /^\/mine\/mail\/resume$/,
  subscribe: /^\/mine\/subscribe$/,
  leave: /^\/mine\/delete$/,
} as const;

const patterns = {
  ...forms,
  feedback: /^(?:\/feedback(?=\.))?(?:\.(?<format>json|md))?$/,
  similar: /^\/similar\.(?<format>json)$/,
  compose: /^\/posts\/new$/,
  mine: /^\/mine$/,
  post: /^\/posts\/(?<id>[\w-]{1,64})(?:\.(?<format>json|md))?$/,
  roadmap: /^\/roadmap(?:\.(?<format>json|md))?$/,
  changelogFeed: /^\/changelog\/feed\.(?<format>xml|json)$/,
  changelog: /^\/changelog(?:\.(?<format>json|md))?$/,
  entry: /^\/changelog\/(?<id>[^/.]{1,400})(?:\.(?<format>json|md))?$/,
  feedbackFeed: /^\/feed\.(?<format>xml|json)$/,
  sitemap: /^\/sitemap\.xml$/,
  robots: /^\/robots\.txt$/,
  style: /^\/style\.css$/,
  script: /^\/site\.js$/,
  icon: /^\/icon\.svg$/,
  signIn: /^\/sign-in(?:\/(?<id>[\w.-]{20,4096}))?$/,
  signInScript: /^\/sign-in\.js$/,
  logo: /^\/logo$/,
  file: /^\/files\/(?<id>[\w-]{1,64})\/(?<name>[^/]{1,600})$/,
} as const;

export type PlaceKind = keyof typeof patterns;
export type FormKind = keyof typeof forms;
/** What visitors do, besides signing out. */
export type ActionKind = Exclude<FormKind, 'signOut'>;

export const isForm = (kind: PlaceKind): kind is FormKind => kind in forms;
export type Format = 'html' | 'json' | 'md' | 'xml';

export interface Place {
  slug: string;
  kind: PlaceKind;
  format: Format;
  /** Of the post or file, or the slug of the entry. */
  id: string;
  /** Of the file. */
  name: string;
}

/** A slug, as workspaces have it, and the rest of the path. */
const sitePath = /^\/p\/(?<slug>[a-z0-9-]{1,63})(?<rest>[/.].*)?$/;

/** Undefined if no site has such an address. */
export function placeAt(url: string): Place | undefined {
  const [path = ''] = url.split('?', 1);
  const { slug, rest = '' } = sitePath.exec(path)?.groups ?? {};
  if (slug === undefined) return undefined;
  const within = rest.replace(/\/$/, '');
  for (const kind of Object.keys(patterns) as PlaceKind[]) {
    const found = patterns[kind].exec(within);
    if (found === null) continue;
    const { format = 'html', id = '', name = '' } = found.groups ?? {};
    const decoded = [decodedPart(id), decodedPart(name)] as const;
    if (decoded[0] === undefined || decoded[1] === undefined) return undefined;
    return { slug, kind, format: format as Format, id: decoded[0], name: decoded[1] };
  }
  return undefined;
}

/** The same page on the host of its site. The first page in another format has a name there. */
export function ownAddressOf(url: string, slug: string, { urlOf }: SiteAddresses): string {
  const within = url.slice(`/p/${slug}`.length);
  return `${urlOf(slug)}${within.startsWith('.') ? `/feedback${within}` : within}`;
}

function decodedPart(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Links come from the settings of the installation, never from the request. */
export interface SitePaths {
  /** As paths, with the language that the visitor chose. */
  paths(chosen: SiteLanguage | undefined): SiteLinks;
  absolute: SiteLinks;
}

export function pathsOf({ slug }: Pick<Site, 'slug'>, { urlOf }: SiteAddresses): SitePaths {
  const url = urlOf(slug);
  const { origin, pathname } = new URL(url);
  const base = pathname.replace(/\/$/, '');
  const at = (path: string): string => (path === '/' ? base || '/' : base + path);
  return {
    paths: (chosen) => ({
      page: (path) => (chosen === undefined ? at(path) : `${at(path)}?lang=${chosen}`),
      file: at,
    }),
    absolute: { page: (path) => origin + at(path), file: (path) => origin + at(path) },
  };
}
