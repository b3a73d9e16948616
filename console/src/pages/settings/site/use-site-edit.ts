// Saving what a form of the site's settings changed.

import type { Site } from '@earshot/client';
import type { FormEvent } from 'react';
import { changedFields } from '../../../data/changed-fields.ts';
import { useSaveSite } from '../../../data/settings/site.ts';
import { useNotify } from '../../../parts/states/notify.tsx';
import { errorBesideFields, useFieldErrors } from '../../../parts/text/error-text.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';

/** `shown`: the fields that show their own errors; the others are told in a toast. */
export function useSiteEdit(site: Site, fields: Partial<Site>, shown: readonly string[]) {
  const { saved } = useSettingsTexts().site;
  const notify = useNotify();
  const save = useSaveSite();
  const errors = useFieldErrors(save.error);
  const changed = changedFields(fields, site);
  const isDirty = Object.keys(changed).length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(changed, {
      onSuccess: () => notify.done(saved),
      onError: (error) => {
        const rest = errorBesideFields(error, shown);
        if (rest !== null) notify.failed(rest);
      },
    });
  };
  return { changed, isDirty, isSaving: save.isPending, errors, submit };
}
