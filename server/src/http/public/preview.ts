// A page of a site that may be off, with settings that were not saved yet. It stands alone: it brings its stylesheet
// and leads nowhere.

import type { SiteReading } from '../../app/site/reading.ts';
import type { Attachment } from '../../domain/files/attachment.ts';
import { Html } from '../../domain/kernel/html.ts';
import type { Site, SiteAddresses } from '../../domain/site/site.ts';
import { changelogContent, feedbackContent, roadmapContent } from './contents.ts';
import { styleOf } from './look/style.ts';
import { changelogPage } from './pages/changelog.ts';
import { feedbackPage, usualSort } from './pages/feedback.ts';
import { roadmapPage } from './pages/roadmap.ts';
import { viewOf } from './site-at.ts';

export const previewPages = ['feedback', 'roadmap', 'changelog'] as const;
export type PreviewPage = (typeof previewPages)[number];

export async function previewOf(
  { reading, addresses, logoUrl }: PreviewDeps,
  site: Site,
  page: PreviewPage,
): Promise<string> {
  const shown = viewOf(site, addresses, undefined);
  const view = {
    ...shown,
    site: {
      ...shown.site,
      // Visitors can't load the logo of a site that is off.
      logo: site.logo && logoUrl(site.logo),
      style: new Html(`<style>${styleOf(site.accentColor)}</style>`),
      script: new Html(''),
    },
  };
  const { links } = view;
  const choice = { q: '', sort: usualSort, status: '', type: '', after: '' };
  const pages: Record<PreviewPage, () => Promise<string>> = {
    feedback: async () => feedbackPage(view, choice, await feedbackContent(reading, site, choice, links)),
    roadmap: async () => roadmapPage(view, await roadmapContent(reading, site, links)),
    changelog: async () => changelogPage(view, '', await changelogContent(reading, site, '', links)),
  };
  return (await pages[page]()).replace('<body>', '<body inert>');
}

export interface PreviewDeps {
  reading: SiteReading;
  addresses: SiteAddresses;
  logoUrl(logo: Attachment): string;
}
