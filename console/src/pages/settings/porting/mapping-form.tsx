// Which column of a table is which field, and which status elsewhere is which status here.

import { Select, Stack, Table, Text, Title } from '@mantine/core';
import { useStatuses } from '../../../data/catalog.ts';
import type { Import, ImportMapping } from '../../../data/imports.ts';
import surface from '../../../parts/surface.module.css';
import { useTexts } from '../../../texts/texts.tsx';
import classes from './porting.module.css';
import { scrollable } from './scrollable.ts';

type Preview = NonNullable<Import['preview']>;

interface FormProps {
  preview: Preview;
  mapping: ImportMapping;
  onChange: (mapping: ImportMapping) => void;
}

export function MappingForm(props: FormProps) {
  const { preview } = props;
  return (
    <Stack gap="lg">
      {preview.columns !== null && <FirstRows columns={preview.columns} rows={preview.rows} />}
      {preview.columns !== null && <Columns {...props} columns={preview.columns} />}
      {preview.statuses.length > 0 && <Statuses {...props} />}
    </Stack>
  );
}

function FirstRows({ columns, rows }: { columns: readonly string[]; rows: readonly string[][] }) {
  const { porting: texts } = useTexts().settings;
  return (
    <section>
      <Title order={2} mb="xs">
        {texts.firstRows}
      </Title>
      <div className={`${surface.frame} ${surface.scroll}`} {...scrollable(texts.firstRows)}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {[...columns.entries()].map(([index, column]) => (
                <Table.Th key={index}>{column}</Table.Th>
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
        </Table>
      </div>
    </section>
  );
}

const automatic = '';

function Columns({ columns, mapping, onChange }: FormProps & { columns: readonly string[] }) {
  const { porting: texts } = useTexts().settings;
  const choose = (field: string, column: string | null) => {
    const { [field]: _, ...others } = mapping.columns;
    onChange({
      ...mapping,
      columns: column === null || column === automatic ? others : { ...others, [field]: column },
    });
  };
  return (
    <section>
      <Title order={2}>{texts.columns}</Title>
      <Text size="sm" c="dimmed" mt={4} mb="sm">
        {texts.columnsText}
      </Text>
      <div className={classes.fields}>
        {Object.entries(texts.fields).map(([field, label]) => (
          <Select
            key={field}
            label={label}
            allowDeselect={false}
            value={mapping.columns[field] ?? automatic}
            onChange={(column) => choose(field, column)}
            data={[
              { value: automatic, label: texts.automatic },
              ...[...new Set(columns)]
                .filter((name) => name !== '')
                .map((value) => ({ value, label: value })),
            ]}
          />
        ))}
      </div>
    </section>
  );
}

/** The server ignores case in the names of statuses, so a mapping that a script gave may spell them differently. */
const isSame = (name: string, other: string): boolean =>
  name.trim().toLowerCase() === other.trim().toLowerCase();

function Statuses({ preview, mapping, onChange }: FormProps) {
  const { porting: texts } = useTexts().settings;
  const { data: statuses } = useStatuses();
  if (statuses === undefined) return null;
  const mapped = Object.entries(mapping.statuses);
  const choose = (name: string, slug: string | null) => {
    const others = Object.fromEntries(mapped.filter(([other]) => !isSame(name, other)));
    onChange({
      ...mapping,
      statuses: slug === null || slug === automatic ? others : { ...others, [name]: slug },
    });
  };
  /** A status may have been deleted since the files were checked. */
  const ifHere = (slug: string | null | undefined) => statuses.find((status) => status.slug === slug)?.slug;
  return (
    <section>
      <Title order={2}>{texts.statuses}</Title>
      <Text size="sm" c="dimmed" mt={4} mb="sm">
        {texts.statusesText}
      </Text>
      <div className={classes.fields}>
        {preview.statuses.map(({ name, slug }) => (
          <Select
            key={name}
            label={name}
            allowDeselect={false}
            value={ifHere(mapped.find(([other]) => isSame(name, other))?.[1]) ?? ifHere(slug) ?? automatic}
            onChange={(chosen) => choose(name, chosen)}
            data={[
              ...(ifHere(slug) === undefined ? [{ value: automatic, label: texts.createStatus }] : []),
              ...statuses.map((status) => ({ value: status.slug, label: status.name })),
            ]}
          />
        ))}
      </div>
    </section>
  );
}
