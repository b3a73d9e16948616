// A preview of the public site, for its settings.

import Type from 'typebox';
import { fileUrlAt } from '../../shapes/files/attachment.ts';
import { named, oneOf } from '../../shapes/kernel/common.ts';
import { SitePatchIn } from '../../shapes/site/site.ts';
import { previewOf, previewPages } from '../public/preview.ts';
import { operation } from './operation.ts';

export const siteOperations = {
  preview: operation({
    operationId: 'previewSite',
    summary: 'Preview a page of the public site with settings that are not saved',
    body: named('SitePreviewIn', {
      ...SitePatchIn.properties,
      page: Type.Optional(oneOf(previewPages, { default: previewPages[0] })),
    }),
    answer: named('SitePreview', {
      html: Type.String({ description: 'A whole page without a script, for `srcdoc` of a sandboxed frame.' }),
    }),
    async handler({ caller, body, wirings, siteReading: reading, siteAddresses: addresses, publicUrl }) {
      const { page = previewPages[0], ...patch } = body;
      const site = await wirings.live.sites.preview(caller, patch);
      return { html: await previewOf({ reading, addresses, logoUrl: fileUrlAt(publicUrl) }, site, page) };
    },
  }),
};
