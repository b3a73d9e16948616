// Starts exports, follows them, and downloads and deletes their files.

import { ActionIcon, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import {
  type Export,
  isUnderway,
  useCreateExport,
  useDeleteExport,
  useDownload,
  useExports,
} from '../../../data/settings/exports.ts';
import { saveBlob } from '../../../parts/files/download.ts';
import { ConfirmModal } from '../../../parts/forms/confirm-modal.tsx';
import { IconDownload, IconFileZip, IconTable, IconTrash } from '../../../parts/icons.tsx';
import { useNotify } from '../../../parts/states/notify.tsx';
import { ErrorState, QueryResult } from '../../../parts/states/states.tsx';
import surface from '../../../parts/surface.module.css';
import { useFormats } from '../../../parts/text/format.ts';
import { usePortingTexts } from '../../../texts/porting.ts';
import { JobBadge } from './job-badge.tsx';
import { JobProgress } from './job-progress.tsx';
import classes from './porting.module.css';

export function Exports() {
  const texts = usePortingTexts();
  const exports = useExports();
  const create = useCreateExport();
  const isBusy = create.isPending || exports.data?.some(isUnderway) === true;
  return (
    <section aria-labelledby="exports">
      <Stack>
        <div>
          <Title order={2} id="exports">
            {texts.exportTitle}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {texts.exportText}
          </Text>
        </div>
        <Group gap="xs">
          <Button
            leftSection={<IconFileZip size={16} aria-hidden />}
            disabled={isBusy}
            onClick={() => create.mutate({ format: 'archive' })}
          >
            {texts.exportArchive}
          </Button>
          <Button
            variant="default"
            leftSection={<IconTable size={16} aria-hidden />}
            disabled={isBusy}
            onClick={() => create.mutate({ format: 'csv' })}
          >
            {texts.exportCsv}
          </Button>
        </Group>
        {create.error !== null && (
          <ErrorState error={create.error} known={{ CONFLICT: texts.exportConflict }} />
        )}
        <QueryResult query={exports}>
          {(all) =>
            all.length > 0 && (
              <ul className={classes.list} aria-label={texts.exports}>
                {all.map((one) => (
                  <ExportRow key={one.id} shown={one} />
                ))}
              </ul>
            )
          }
        </QueryResult>
      </Stack>
    </section>
  );
}

function ExportRow({ shown }: { shown: Export }) {
  const texts = usePortingTexts();
  const formats = useFormats();
  const notify = useNotify();
  const remove = useDeleteExport();
  const download = useDownload();
  const [isDeleting, setDeleting] = useState(false);
  const name = texts.jobName(texts.formats[shown.format], formats.dateTime(shown.createdAt));
  const save = () =>
    download.mutate(shown.id, {
      onSuccess: (file) => saveBlob(file.name, file.content),
      onError: notify.failedWith({ GONE: texts.exportGone }),
    });
  const confirmed = () =>
    remove.mutate(shown.id, {
      onSuccess: () => notify.done(texts.exportDeleted),
      onError: notify.failed,
      onSettled: () => setDeleting(false),
    });
  return (
    <li className={surface.row}>
      <div className={surface.grow}>
        <Group gap="xs" role="status">
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <JobBadge state={shown.state} />
        </Group>
        <ExportFacts shown={shown} />
      </div>
      {shown.state === 'finished' && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          aria-label={texts.downloadOf(name)}
          loading={download.isPending}
          onClick={save}
        >
          {texts.download}
        </Button>
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={texts.deleteOf(name)}
        onClick={() => setDeleting(true)}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
      <ConfirmModal
        opened={isDeleting}
        title={isUnderway(shown) ? texts.cancelExportTitle : texts.deleteExportTitle}
        confirmLabel={isUnderway(shown) ? texts.cancelExport : texts.deleteExport}
        isPending={remove.isPending}
        onConfirm={confirmed}
        onClose={() => setDeleting(false)}
      >
        {isUnderway(shown) ? texts.cancelExportText : texts.deleteExportText}
      </ConfirmModal>
    </li>
  );
}

/** How far it is, how large its file is, or why it failed. */
function ExportFacts({ shown }: { shown: Export }) {
  const texts = usePortingTexts();
  const formats = useFormats();
  const { done } = shown.progress;
  if (isUnderway(shown)) return <JobProgress {...shown.progress} />;
  const facts = [
    shown.size !== null && formats.bytes(shown.size),
    shown.state === 'finished' && texts.records(done, formats.number(done)),
    shown.state === 'finished' &&
      shown.expiresAt !== null &&
      texts.availableUntil(formats.date(shown.expiresAt)),
    shown.error,
  ].filter((fact) => typeof fact === 'string');
  return (
    <Text size="xs" c="dimmed" mt={2}>
      {facts.join(' · ')}
    </Text>
  );
}
