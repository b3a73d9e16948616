// Adds the sample data, and removes it again.

import { Button } from '@mantine/core';
import { usePostTypes, useStatuses } from '../../data/catalog.ts';
import { type ImportSummary, useAddNow, useUndoImport } from '../../data/settings/imports.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { useNotify } from '../../parts/states/notify.tsx';
import { useHomeTexts } from '../../texts/home.ts';
import { useI18n } from '../../texts/texts.tsx';
import { sampleFile } from './sample.ts';

export function SampleStep({ sample }: { sample: ImportSummary | undefined }) {
  const { sample: texts } = useHomeTexts();
  const { language } = useI18n();
  const notify = useNotify();
  const statuses = useStatuses().data;
  const types = usePostTypes().data;
  const add = useAddNow();
  const undo = useUndoImport();
  if (sample === undefined) {
    const start = () => {
      const file = sampleFile(language, statuses ?? [], types ?? [], Date.now());
      add.mutate({ source: 'csv', file }, { onError: notify.failed });
    };
    return (
      <Button
        loading={add.isPending}
        disabled={statuses === undefined || types === undefined}
        onClick={start}
      >
        {texts.add}
      </Button>
    );
  }
  if (sample.state === 'undoing' || undo.isPending)
    return (
      <Button variant="default" loading aria-label={texts.removing}>
        {texts.remove}
      </Button>
    );
  if (sample.state !== 'finished')
    return (
      <Button loading aria-label={texts.adding}>
        {texts.add}
      </Button>
    );
  const remove = () => undo.mutate(sample.id, { onError: notify.failed });
  return (
    <>
      <ButtonLink to="/posts">{texts.show}</ButtonLink>
      <Button variant="default" onClick={remove}>
        {texts.remove}
      </Button>
    </>
  );
}
