// The start of a table, with what each column is imported as in its header.

import { Select, Table, Text } from '@mantine/core';
import { usePortingTexts } from '../../../texts/porting.ts';
import classes from './porting.module.css';
import { TableSection } from './table-section.tsx';

/** The field of each column, null for one that is not imported. */
export type ColumnFields = readonly (string | null)[];

interface TableProps {
  columns: readonly string[];
  rows: readonly string[][];
  /** Null if the columns are those of a service, and can't be mapped. */
  fields: ColumnFields | null;
  /** Absent if the mapping can't be changed. */
  onChange?: ((fields: ColumnFields) => void) | undefined;
}

export function ColumnTable({ columns, rows, fields, onChange }: TableProps) {
  const texts = usePortingTexts();
  const choose = (index: number, chosen: string | null) => {
    const field = chosen === null || chosen === notImported ? null : chosen;
    // A field has one column.
    onChange?.(columns.map((_, at) => withField(fields?.[at] ?? null, at === index, field)));
  };
  return (
    <TableSection
      title={fields === null ? texts.firstRows : texts.columns}
      text={fields === null || onChange === undefined ? undefined : hintFor(fields, texts)}
      label={texts.firstRows}
      className={classes.table}
    >
      <Table.Thead>
        <Table.Tr>
          {[...columns.entries()].map(([index, column]) => (
            <Table.Th key={index} data-use={fields && (fields[index] == null ? 'unused' : 'matched')}>
              <span className={classes.cell}>{column}</span>
              {fields !== null && (
                <FieldChoice
                  column={column}
                  field={fields[index] ?? null}
                  onChange={onChange && ((chosen) => choose(index, chosen))}
                />
              )}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {[...rows.entries()].map(([number, row]) => (
          <Table.Tr key={number}>
            {[...columns.keys()].map((index) => (
              <Table.Td key={index}>
                <span className={classes.cell}>{row[index] ?? ''}</span>
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </TableSection>
  );
}

const hintFor = (fields: ColumnFields, texts: { columnsText: string; noTitleColumn: string }): string =>
  fields.includes('title') ? texts.columnsText : texts.noTitleColumn;

/** Not the empty text, which is no value of an option. */
const notImported = '-';

const withField = (before: string | null, isChosen: boolean, field: string | null): string | null => {
  if (isChosen) return field;
  return before === field ? null : before;
};

function FieldChoice(props: {
  column: string;
  field: string | null;
  onChange?: ((chosen: string | null) => void) | undefined;
}) {
  const texts = usePortingTexts();
  const names: Partial<Record<string, string>> = texts.fields;
  const { column, field, onChange } = props;
  // A column without a name can't be told by it.
  if (onChange === undefined || column.trim() === '')
    return (
      <Text component="span" size="sm" fw={400}>
        {field === null ? texts.notImported : (names[field] ?? field)}
      </Text>
    );
  return (
    <Select
      size="xs"
      w={190}
      mt={4}
      fw={400}
      aria-label={texts.fieldOf(column)}
      allowDeselect={false}
      value={field ?? notImported}
      onChange={onChange}
      data={[
        { value: notImported, label: texts.notImported },
        ...Object.entries(texts.fields).map(([value, label]) => ({ value, label })),
      ]}
    />
  );
}
