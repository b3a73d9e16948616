// Uploads what another service exported, and lists recent imports.

import { Button, FileInput, Group, Select, Stack, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { isUnderway } from '../../../data/settings/exports.ts';
import { type Import, type ImportSummary, useImports, useUpload } from '../../../data/settings/imports.ts';
import { FormDialog } from '../../../parts/forms/form-dialog.tsx';
import { IconFileUpload, IconUpload } from '../../../parts/icons.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import { QueryResult } from '../../../parts/states/states.tsx';
import surface from '../../../parts/surface.module.css';
import { useFormats } from '../../../parts/text/format.ts';
import { usePortingTexts } from '../../../texts/porting.ts';
import { JobBadge, shownState } from './job-badge.tsx';
import { JobProgress } from './job-progress.tsx';
import classes from './porting.module.css';
import { sourceNames } from './sources.ts';

export function Imports() {
  const texts = usePortingTexts();
  const imports = useImports();
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-labelledby="imports">
      <Stack>
        <div>
          <Title order={2} id="imports">
            {texts.importTitle}
          </Title>
          <Text size="sm" c="dimmed" mt={4}>
            {texts.importText}
          </Text>
        </div>
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={<IconFileUpload size={16} aria-hidden />}
            disabled={imports.data?.some(isUnderway) === true}
            onClick={() => setOpen(true)}
          >
            {texts.newImport}
          </Button>
        </Group>
        <QueryResult query={imports}>
          {(all) =>
            all.length > 0 && (
              <ul className={classes.list} aria-label={texts.imports}>
                {all.map((one) => (
                  <ImportRow key={one.id} shown={one} />
                ))}
              </ul>
            )
          }
        </QueryResult>
      </Stack>
      {isOpen && <UploadModal onClose={() => setOpen(false)} />}
    </section>
  );
}

export function useImportName(): (shown: Pick<Import, 'source' | 'createdAt'>) => string {
  const texts = usePortingTexts();
  const formats = useFormats();
  return ({ source, createdAt }) => texts.jobName(sourceNames(texts)[source], formats.dateTime(createdAt));
}

function ImportRow({ shown }: { shown: ImportSummary }) {
  const texts = usePortingTexts();
  const formats = useFormats();
  const nameOf = useImportName();
  const posts = shown.counts.posts?.created ?? 0;
  const facts = [
    shown.state === 'finished' && !shown.dryRun
      ? texts.newPosts(posts, formats.number(posts))
      : (shown.error ?? formats.list(shown.fileNames)),
    ...(shown.errorsCount > 0
      ? [texts.errorsCount(shown.errorsCount, formats.number(shown.errorsCount))]
      : []),
  ];
  return (
    <li className={surface.row}>
      <div className={surface.grow}>
        <div className={classes.title} role="status">
          <AnchorLink
            to="/settings/import-export/$importId"
            params={{ importId: shown.id }}
            size="sm"
            fw={600}
          >
            {nameOf(shown)}
          </AnchorLink>
          <JobBadge state={shownState(shown)} />
        </div>
        {isUnderway(shown) ? (
          <JobProgress {...shown.progress} />
        ) : (
          <Text size="xs" c="dimmed" mt={2}>
            {facts.join(' · ')}
          </Text>
        )}
      </div>
    </li>
  );
}

function UploadModal({ onClose }: { onClose: () => void }) {
  const porting = usePortingTexts();
  const navigate = useNavigate();
  const upload = useUpload();
  const [source, setSource] = useState<Import['source']>('csv');
  const [files, setFiles] = useState<File[]>([]);
  const [isMissing, setMissing] = useState(false);
  const [canceling] = useState(() => new AbortController());
  const cancel = () => {
    canceling.abort();
    onClose();
  };
  const submit = () => {
    setMissing(files.length === 0);
    if (files.length === 0) return;
    upload.mutate(
      { source, files, signal: canceling.signal },
      {
        onSuccess: ({ id }) =>
          void navigate({ to: '/settings/import-export/$importId', params: { importId: id } }),
      },
    );
  };
  return (
    <FormDialog
      title={porting.newImport}
      error={upload.error}
      known={{ CONFLICT: porting.importConflict }}
      submitLabel={porting.upload}
      isPending={upload.isPending}
      isCancelable
      onSubmit={submit}
      onClose={cancel}
    >
      <Select
        label={porting.source}
        allowDeselect={false}
        data-autofocus
        value={source}
        onChange={(chosen) => chosen !== null && setSource(chosen as Import['source'])}
        data={Object.entries(sourceNames(porting)).map(([value, label]) => ({ value, label }))}
      />
      <FileInput
        label={porting.files}
        description={porting.filesHint}
        placeholder={porting.chooseFiles}
        leftSection={<IconUpload size={16} aria-hidden />}
        multiple
        required
        error={isMissing ? porting.filesRequired : undefined}
        accept=".zip,.csv,.json,.ndjson"
        value={files}
        onChange={setFiles}
      />
      <Text size="sm" c="dimmed">
        {porting.uploadText}
      </Text>
    </FormDialog>
  );
}
