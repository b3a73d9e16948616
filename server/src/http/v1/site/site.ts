// The operations on the settings of the public site.

import Type from 'typebox';
import { fileFields } from '../../../shapes/files/attachment.ts';
import {
  type PresentSite,
  SiteLogoForm,
  SiteLogoShape,
  SitePatchIn,
  siteExample,
} from '../../../shapes/site/site.ts';
import { success } from '../../openapi/responses.ts';
import { single } from '../../output/envelope.ts';
import { type Operation, operation, write } from '../kernel/operation.ts';
import { deletedAnswer } from '../kernel/removal.ts';

const tags = ['Public site'];

const siteWithLogoExample = {
  ...siteExample,
  logo: {
    mimeType: 'image/png',
    size: 5120,
    width: 128,
    height: 128,
    url: 'https://earshot.example.com/files/4kq…/logo.png',
  },
};

export const siteOperations = (present: PresentSite) =>
  ({
    read: operation({
      operationId: 'getSite',
      summary: 'Get the public site',
      description: 'Its settings. Every workspace has one site; it is off until someone switches it on.',
      tags,
      shapes: [SiteLogoShape],
      responses: { 200: success('The site.', Type.Ref('Site'), siteExample, 'read') },
      errors: [],
      async handler(request) {
        const site = await request.wiring.sites.get(request.caller);
        return single(request, site, present(site));
      },
    }),

    update: write({
      operationId: 'updateSite',
      summary: 'Update the public site',
      description:
        'Changes only the fields you send. Switching the site on publishes no posts: those are internal until you ' +
        'make them public.',
      tags,
      body: SitePatchIn,
      responses: { 200: success('The updated site.', Type.Ref('Site'), siteExample) },
      errors: ['FORBIDDEN'],
      run: ({ wiring, body }, caller) => wiring.sites.update(caller, body),
      answer: (site) => ({ data: present(site), version: site.version }),
    }),

    setLogo: write({
      operationId: 'setSiteLogo',
      summary: 'Set the logo of the public site',
      description: 'Replaces the one before. In the console, only owners and admins can do this.',
      tags,
      form: SiteLogoForm,
      receiving: {
        // The same names as for attachments.
        fields: fileFields,
        start: ({ wiring, caller }) => wiring.sites.logoUpload(caller),
      },
      responses: { 200: success('The updated site.', Type.Ref('Site'), siteWithLogoExample) },
      errors: ['FORBIDDEN'],
      run: ({ wiring, upload }, caller) => wiring.sites.setLogo(caller, upload),
      answer: (site) => ({ data: present(site), version: site.version }),
    }),

    removeLogo: write({
      operationId: 'deleteSiteLogo',
      summary: 'Delete the logo of the public site',
      description: 'Pages show the name only. In the console, only owners and admins can do this.',
      tags,
      responses: { 200: deletedAnswer('att') },
      errors: ['FORBIDDEN', 'NOT_FOUND'],
      run: ({ wiring }, caller) => wiring.sites.removeLogo(caller),
      answer: (id) => ({ data: { id, deleted: true } }),
    }),
  }) satisfies Record<string, Operation>;
