// The settings of the public site.

import type { BodyOf, Site } from '@earshot/client';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { earshot } from '../client.ts';
import { callConsole } from '../console-api.ts';
import { sessionQuery } from '../session.ts';

export type SiteFields = BodyOf<'updateSite'>;

const siteKey = ['site'] as const;

export const useSite = () =>
  useQuery({
    queryKey: siteKey,
    queryFn: async ({ signal }): Promise<Site> => earshot.site.get({ signal }),
  });

export const sitePages = ['feedback', 'roadmap', 'changelog'] as const;
export type SitePage = (typeof sitePages)[number];

/** How a page would look with these settings. */
export const useSitePreview = (fields: SiteFields, page: SitePage) =>
  useQuery({
    queryKey: [...siteKey, 'preview', page, fields],
    queryFn: ({ signal }) => callConsole('previewSite', { body: { ...fields, page }, signal }),
    placeholderData: keepPreviousData,
    meta: { isEdited: true },
  });

function useSiteChange<Input>(change: (input: Input) => Promise<Site>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (site) => {
      queryClient.setQueryData<Site>(siteKey, site);
      void queryClient.invalidateQueries({ queryKey: [...siteKey, 'preview'] });
      // The navigation links to the site.
      return queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
}

export const useSaveSite = () => useSiteChange(async (fields: SiteFields) => earshot.site.update(fields));

/** Null removes the logo. */
export const useSetLogo = () =>
  useSiteChange(async (file: File | null) => {
    if (file !== null) return earshot.site.setLogo({ content: file, name: file.name, type: file.type });
    await earshot.site.deleteLogo();
    return earshot.site.get();
  });

export type SecretMode = BodyOf<'createIdentitySecret'>['mode'];

/** The one before works for another day. */
export const useNewIdentitySecret = () =>
  useMutation({ mutationFn: async (mode: SecretMode) => earshot.site.createIdentitySecret({ mode }) });
