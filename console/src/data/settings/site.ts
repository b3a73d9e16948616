// The settings of the public site.

import type { BodyOf, Site } from '@earshot/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { earshot } from '../client.ts';
import { sessionQuery } from '../session.ts';

export type SiteFields = BodyOf<'updateSite'>;

const siteKey = ['site'] as const;

export const useSite = () =>
  useQuery({
    queryKey: siteKey,
    queryFn: async ({ signal }): Promise<Site> => earshot.site.get({ signal }),
  });

export const useSaveSite = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (fields: SiteFields) => earshot.site.update(fields),
    onSuccess: (site) => {
      queryClient.setQueryData<Site>(siteKey, site);
      // The navigation links to the site.
      return queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  });
};
