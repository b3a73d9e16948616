// The settings of the public site. A workspace has one, so no call names it.

import { type Call, callOf } from '../../answer.ts';
import type { CallOptions, EditOptions, WriteOptions } from '../../options.ts';
import type { Send } from '../../transport.ts';
import type { Deleted, FieldsOf, IdentitySecret, Site } from '../../types.ts';
import type { FileInput } from '../../uploads.ts';

export const site = (send: Send) => ({
  get: (options?: CallOptions): Call<Site> => callOf(send('getSite', {}, options)),
  update: (fields: FieldsOf<'updateSite'>, options?: EditOptions): Call<Site> =>
    callOf(send('updateSite', { body: fields }, options)),
  setLogo: (file: FileInput, options?: EditOptions): Call<Site> =>
    callOf(send('setSiteLogo', { files: [file] }, options)),
  /** The next secret to sign tokens for visitors with. It is shown once. */
  createIdentitySecret: (
    fields: FieldsOf<'createIdentitySecret'>,
    options?: WriteOptions,
  ): Call<IdentitySecret> => callOf(send('createIdentitySecret', { body: fields }, options)),
  deleteLogo: (options?: EditOptions): Call<Deleted> => callOf(send('deleteSiteLogo', {}, options)),
});

export type SiteSettings = ReturnType<typeof site>;
