// The settings of the public site. A workspace has one, so no call names it.

import { type Call, callOf } from '../../answer.ts';
import type { CallOptions, EditOptions } from '../../options.ts';
import type { Send } from '../../transport.ts';
import type { FieldsOf, Site } from '../../types.ts';

export const site = (send: Send) => ({
  get: (options?: CallOptions): Call<Site> => callOf(send('getSite', {}, options)),
  update: (fields: FieldsOf<'updateSite'>, options?: EditOptions): Call<Site> =>
    callOf(send('updateSite', { body: fields }, options)),
});

export type SiteSettings = ReturnType<typeof site>;
