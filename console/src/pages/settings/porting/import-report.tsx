// What an import did with each kind of record, which lines failed, and what was left out of others; and what its undo
// removed.

import { Table } from '@mantine/core';
import type { Import } from '../../../data/settings/imports.ts';
import surface from '../../../parts/surface.module.css';
import { useFormats } from '../../../parts/text/format.ts';
import { useImportMessage } from '../../../texts/import-sentences.ts';
import { type PortingTexts, usePortingTexts } from '../../../texts/porting.ts';
import classes from './porting.module.css';
import { TableSection } from './table-section.tsx';

/** A row per kind, with a number in each column. */
function CountTable(props: {
  title: string;
  text?: string | undefined;
  columns: readonly string[];
  rows: readonly [string, number[]][];
}) {
  const texts = usePortingTexts();
  const formats = useFormats();
  const names: Partial<Record<string, string>> = texts.resources;
  return (
    <TableSection title={props.title} text={props.text} className={classes.counts}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.resource}</Table.Th>
          {props.columns.map((column) => (
            <Table.Th key={column} ta="right">
              {column}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {props.rows.map(([resource, numbers]) => (
          <Table.Tr key={resource}>
            <Table.Td>{names[resource] ?? resource}</Table.Td>
            {numbers.map((number, index) => (
              <Table.Td key={props.columns[index]} ta="right" className="tabular">
                {formats.number(number)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TableSection>
  );
}

export function ImportReport({ shown }: { shown: Import }) {
  const texts = usePortingTexts();
  const formats = useFormats();
  const rows = Object.entries(shown.counts).map(
    ([resource, { created, found, failed }]): [string, number[]] => [resource, [created, found, failed]],
  );
  return (
    <>
      {rows.length > 0 && (
        <CountTable
          title={shown.dryRun ? texts.wouldHappen : texts.report}
          columns={[texts.created, texts.found, texts.failed]}
          rows={rows}
          text={textOfPublic(shown, texts, formats)}
        />
      )}
      <LineList
        lines={shown.errors}
        label={texts.errors}
        title={texts.errorsCount(shown.errorsCount, formats.number(shown.errorsCount))}
        text={shown.errors.length < shown.errorsCount ? undefined : texts.errorsText}
      />
      <LineList
        lines={shown.warnings}
        label={texts.warnings}
        title={texts.warningsCount(shown.warningsCount, formats.number(shown.warningsCount))}
        text={shown.warnings.length < shown.warningsCount ? undefined : texts.warningsText}
      />
    </>
  );
}

/** Says nothing where nothing could have become public. */
function textOfPublic(
  { dryRun, publicPostsCount, visibility }: Import,
  texts: Pick<PortingTexts, 'publicPosts' | 'wouldBePublic'>,
  formats: ReturnType<typeof useFormats>,
): string | undefined {
  if (publicPostsCount === 0 && visibility === 'internal') return undefined;
  const text = dryRun ? texts.wouldBePublic : texts.publicPosts;
  return text(publicPostsCount, formats.number(publicPostsCount));
}

export function UndoReport({ counts }: { counts: NonNullable<Import['undoneCounts']> }) {
  const texts = usePortingTexts();
  const rows = Object.entries(counts).map(([resource, { removed, kept }]): [string, number[]] => [
    resource,
    [removed, kept],
  ]);
  // Nothing has been removed yet.
  if (rows.length === 0) return null;
  return <CountTable title={texts.undoReport} columns={[texts.removed, texts.kept]} rows={rows} />;
}

/** Lines of the files, with a reason each. Without a text, they are only the first of many. */
function LineList(props: {
  lines: Import['errors'];
  label: string;
  title: string;
  text: string | undefined;
}) {
  const texts = usePortingTexts();
  const formats = useFormats();
  const say = useImportMessage();
  if (props.lines.length === 0) return null;
  // The server reports people first, then their posts.
  const lines = [...props.lines].sort((a, b) => a.file.localeCompare(b.file) || a.line - b.line);
  return (
    <TableSection
      title={props.title}
      text={props.text ?? texts.firstErrors(formats.number(lines.length))}
      label={props.label}
      className={classes.errors}
    >
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.file}</Table.Th>
          <Table.Th ta="right">{texts.line}</Table.Th>
          <Table.Th>{texts.reason}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {[...lines.entries()].map(([index, { file, line, message, reasons }]) => (
          <Table.Tr key={index}>
            <Table.Td>{file}</Table.Td>
            <Table.Td ta="right" className="tabular">
              {formats.number(line)}
            </Table.Td>
            <Table.Td className={surface.breaks}>{say(message, reasons)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TableSection>
  );
}
