// The operations on the settings of the public site.

import Type from 'typebox';
import { type PresentSite, SiteLogoShape, SitePatchIn, siteExample } from '../../../shapes/site/site.ts';
import { success } from '../../openapi/responses.ts';
import { single } from '../../output/envelope.ts';
import { type Operation, operation, write } from '../kernel/operation.ts';

const tags = ['Public site'];

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
  }) satisfies Record<string, Operation>;
