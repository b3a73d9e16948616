// What an import did with each kind of record, which lines failed, and what was left out of others; and what its undo
// removed.

import { Table, Text, Title } from '@mantine/core';
import type { Import } from '../../../data/imports.ts';
import { useFormats } from '../../../parts/format.ts';
import surface from '../../../parts/surface.module.css';
import { useTexts } from '../../../texts/texts.tsx';
import classes from './porting.module.css';
import { scrollable } from './scrollable.ts';

/** A row per kind, with a number in each column. */
function CountTable(props: {
  title: string;
  columns: readonly string[];
  rows: readonly [string, number[]][];
}) {
  const { porting: texts } = useTexts().settings;
  const formats = useFormats();
  const names: Partial<Record<string, string>> = texts.resources;
  return (
    <section>
      <Title order={2} mb="xs">
        {props.title}
      </Title>
      <div className={`${surface.frame} ${surface.scroll} ${classes.counts}`} {...scrollable(props.title)}>
        <Table>
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
        </Table>
      </div>
    </section>
  );
}

export function ImportReport({ shown }: { shown: Import }) {
  const { porting: texts } = useTexts().settings;
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

export function UndoReport({ counts }: { counts: NonNullable<Import['undoneCounts']> }) {
  const { porting: texts } = useTexts().settings;
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
  const { porting: texts } = useTexts().settings;
  const formats = useFormats();
  if (props.lines.length === 0) return null;
  return (
    <section>
      <Title order={2} mb={4}>
        {props.title}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {props.text ?? texts.firstErrors(formats.number(props.lines.length))}
      </Text>
      <div className={`${surface.frame} ${surface.scroll} ${classes.errors}`} {...scrollable(props.label)}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.file}</Table.Th>
              <Table.Th ta="right">{texts.line}</Table.Th>
              <Table.Th>{texts.reason}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...props.lines.entries()].map(([index, { file, line, message }]) => (
              <Table.Tr key={index}>
                <Table.Td>{file}</Table.Td>
                <Table.Td ta="right" className="tabular">
                  {formats.number(line)}
                </Table.Td>
                <Table.Td className={surface.breaks}>{message}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </section>
  );
}
