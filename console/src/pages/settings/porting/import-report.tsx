// What an import did with each kind of record, and which lines failed; and what its undo removed.

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
      <div className={`${surface.frame} ${surface.scroll}`} {...scrollable(props.title)}>
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
      {shown.errors.length > 0 && <ErrorList shown={shown} />}
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

function ErrorList({ shown: { errors, errorsCount } }: { shown: Import }) {
  const { porting: texts } = useTexts().settings;
  const formats = useFormats();
  return (
    <section>
      <Title order={2} mb={4}>
        {texts.errorsCount(errorsCount, formats.number(errorsCount))}
      </Title>
      <Text size="sm" c="dimmed" mb="xs">
        {errors.length < errorsCount ? texts.firstErrors(formats.number(errors.length)) : texts.errorsText}
      </Text>
      <div className={`${surface.frame} ${surface.scroll} ${classes.errors}`} {...scrollable(texts.errors)}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.file}</Table.Th>
              <Table.Th ta="right">{texts.line}</Table.Th>
              <Table.Th>{texts.reason}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {[...errors.entries()].map(([index, { file, line, message }]) => (
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
