// One import: its preview and mapping, its progress, its report, and how to undo it.

import { Alert, Button, Group, Skeleton, Stack, Switch, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { isUnderway } from '../../../data/settings/exports.ts';
import {
  type Import,
  type ImportMapping,
  useImport,
  useStartImport,
} from '../../../data/settings/imports.ts';
import { IconArrowLeft, IconInfoCircle } from '../../../parts/icons.tsx';
import { AnchorLink } from '../../../parts/links.tsx';
import frame from '../../../parts/page-frame.module.css';
import { usePageTitle } from '../../../parts/page-frame.tsx';
import { ErrorState, QueryResult } from '../../../parts/states/states.tsx';
import { useFormats } from '../../../parts/text/format.ts';
import { useImportMessage } from '../../../texts/import-sentences.ts';
import { type PortingTexts, usePortingTexts } from '../../../texts/porting.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { CancelImport, DeleteImport, UndoImport } from './import-actions.tsx';
import { ImportReport, UndoReport } from './import-report.tsx';
import { useImportName } from './imports.tsx';
import { JobBadge, shownState } from './job-badge.tsx';
import { JobProgress } from './job-progress.tsx';
import { MappingForm } from './mapping-form.tsx';
import classes from './porting.module.css';

const route = getRouteApi('/shell/settings/import-export/$importId');

export function ImportPage() {
  const { porting } = useSettingsTexts();
  const { importId } = route.useParams();
  const query = useImport(importId);
  return (
    <div className={frame.page} data-width="wide">
      <AnchorLink to="/settings/import-export" className={frame.back}>
        <IconArrowLeft size={16} aria-hidden />
        {porting.title}
      </AnchorLink>
      <QueryResult query={query}>{(shown) => <ImportDetails key={shown.id} shown={shown} />}</QueryResult>
    </div>
  );
}

function ImportDetails({ shown }: { shown: Import }) {
  const formats = useFormats();
  const say = useImportMessage();
  const name = useImportName()(shown);
  usePageTitle(name);
  const isIdle = !isUnderway(shown);
  // While the files are checked again, what was found before stays in its place.
  const [settled, setSettled] = useState(shown);
  const [mapping, setMapping] = useState<ImportMapping>(shown.mapping);
  if (isIdle && settled !== shown) {
    setSettled(shown);
    if (settled.updatedAt !== shown.updatedAt) setMapping(shown.mapping);
  }
  const { preview } = settled;
  const heading = useFocusAfterChange(isIdle);
  return (
    <Stack gap="lg">
      <Group justify="space-between" align="start" gap="sm">
        <div>
          <div className={classes.title}>
            <Title order={1} ref={heading} tabIndex={-1}>
              {name}
            </Title>
            <div role="status">
              <JobBadge state={shownState(shown)} />
            </div>
          </div>
          <Text size="sm" c="dimmed" mt={4}>
            {formats.list(shown.fileNames)}
          </Text>
        </div>
        {isIdle ? <DeleteImport shown={shown} /> : <CancelImport shown={shown} />}
      </Group>
      <div className={classes.outcome}>
        {isIdle ? (
          <Outcome key={shown.updatedAt} shown={shown} mapping={mapping} />
        ) : (
          <JobProgress {...shown.progress} />
        )}
        {!isIdle && shown.error !== null && (
          <Alert color="yellow">{say(shown.error, shown.errorReasons)}</Alert>
        )}
      </div>
      <Stack gap="lg" className={isIdle ? undefined : classes.stale} inert={!isIdle}>
        {preview !== null && (
          <MappingForm
            key={settled.updatedAt}
            preview={preview}
            mapping={mapping}
            onChange={isPreview(settled) ? setMapping : undefined}
          />
        )}
        {shown.undoneCounts !== null && <UndoReport counts={shown.undoneCounts} />}
        <ImportReport shown={isIdle || !shown.dryRun ? shown : settled} />
        {isUnderway(settled) && <Skeleton height={320} aria-hidden />}
      </Stack>
    </Stack>
  );
}

/** Moves the focus to the heading when a start, an undo or the end of a run removes the focused button. */
function useFocusAfterChange(isIdle: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(isIdle);
  useEffect(() => {
    if (before.current !== isIdle && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
    before.current = isIdle;
  }, [isIdle]);
  return heading;
}

/** Services whose exports link to pictures instead of containing them. */
const linkingSources: ReadonlySet<Import['source']> = new Set(['canny', 'featurebase', 'productboard']);

const isInFuture = (instant: string | null): boolean => instant !== null && Date.parse(instant) > Date.now();

/** Nothing of it is in the workspace, so that it can be checked again with another mapping. */
const isPreview = ({ dryRun, state }: Import): boolean => dryRun || state === 'undone';

const isSameMapping = (one: ImportMapping, other: ImportMapping): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** What visitors of the public site will see of the import. */
type Publishing = Pick<Import, 'visibility' | 'publishComments'>;

/** What happened, and what can be done next. Only what was checked can be imported: its report says what it does. */
function Outcome({ shown, mapping }: { shown: Import; mapping: ImportMapping }) {
  const texts = usePortingTexts();
  const formats = useFormats();
  const start = useStartImport();
  const say = useImportMessage();
  const [publishing, setPublishing] = useState<Publishing>(shown);
  const { visibility, publishComments } = publishing;
  const isChecked =
    isSameMapping(mapping, shown.mapping) &&
    visibility === shown.visibility &&
    publishComments === shown.publishComments;
  const isKept = isInFuture(shown.expiresAt);
  const [fetchFiles, setFetchFiles] = useState(shown.fetchFiles);
  const run = (dryRun: boolean) =>
    start.mutate({ id: shown.id, dryRun, mapping, fetchFiles, visibility, publishComments });
  return (
    <Stack gap="sm">
      {shown.state === 'failed' && (
        <Alert color="red" role="alert" title={failureOf(shown, texts)}>
          {shown.error !== null && say(shown.error, shown.errorReasons)}
        </Alert>
      )}
      {shown.state === 'finished' && shown.dryRun && (
        <Alert color="blue" icon={<IconInfoCircle size={18} aria-hidden />} title={texts.previewTitle}>
          {texts.previewText}
        </Alert>
      )}
      {start.error !== null && <ErrorState error={start.error} known={{ CONFLICT: texts.importConflict }} />}
      {isKept && linkingSources.has(shown.source) && (
        <Switch
          label={texts.fetchFiles}
          description={texts.fetchFilesHint}
          checked={fetchFiles}
          onChange={({ currentTarget }) => setFetchFiles(currentTarget.checked)}
        />
      )}
      {isKept && isPreview(shown) && <PublishingChoice chosen={publishing} onChange={setPublishing} />}
      <Group gap="xs">
        {isKept && (
          <Button
            variant={isPreview(shown) && isChecked ? 'filled' : 'default'}
            disabled={!isChecked}
            loading={start.isPending}
            onClick={() => run(false)}
          >
            {isPreview(shown) ? texts.importNow : texts.importAgain}
          </Button>
        )}
        {isKept && isPreview(shown) && (
          <Button
            variant={isChecked ? 'default' : 'filled'}
            loading={start.isPending}
            onClick={() => run(true)}
          >
            {texts.checkAgain}
          </Button>
        )}
        {isInFuture(shown.undoableUntil) && <UndoImport shown={shown} />}
      </Group>
      <Text size="xs" c="dimmed">
        {!isChecked && texts.checkFirst}
        {isChecked && (isKept ? texts.filesKeptUntil(formats.date(shown.expiresAt ?? '')) : texts.noFiles)}
      </Text>
    </Stack>
  );
}

function PublishingChoice(props: { chosen: Publishing; onChange(chosen: Publishing): void }) {
  const texts = usePortingTexts();
  const { visibility, publishComments } = props.chosen;
  const isPublic = visibility === 'public';
  return (
    <>
      <Switch
        label={texts.publish}
        description={texts.publishHint}
        checked={isPublic}
        onChange={({ currentTarget: { checked } }) =>
          props.onChange({
            visibility: checked ? 'public' : 'internal',
            publishComments: checked && publishComments,
          })
        }
      />
      {isPublic && (
        <Switch
          label={texts.publishComments}
          description={texts.publishCommentsHint}
          checked={publishComments}
          onChange={({ currentTarget: { checked } }) =>
            props.onChange({ visibility, publishComments: checked })
          }
        />
      )}
    </>
  );
}

const failureOf = (
  { undoneCounts, dryRun }: Import,
  texts: Pick<PortingTexts, 'undoFailed' | 'checkFailed' | 'importFailed'>,
): string => {
  if (undoneCounts !== null) return texts.undoFailed;
  return dryRun ? texts.checkFailed : texts.importFailed;
};
