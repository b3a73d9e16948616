// Which column of a table is which field, and which status elsewhere is which status here.

import { Select, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useStatuses } from '../../../data/catalog.ts';
import type { Import, ImportMapping } from '../../../data/settings/imports.ts';
import { usePortingTexts } from '../../../texts/porting.ts';
import { type ColumnFields, ColumnTable } from './column-table.tsx';
import classes from './porting.module.css';

type Preview = NonNullable<Import['preview']>;

interface FormProps {
  preview: Preview;
  mapping: ImportMapping;
  /** Absent if the mapping can't be changed. */
  onChange?: ((mapping: ImportMapping) => void) | undefined;
}

/** Each field with its column, and all others left out: what is imported is what the table shows. */
const columnsFor = (columns: readonly string[], fields: ColumnFields, all: readonly string[]) =>
  Object.fromEntries(all.map((field) => [field, columns[fields.indexOf(field)] ?? '']));

export function MappingForm(props: FormProps) {
  const texts = usePortingTexts();
  const { preview, mapping, onChange } = props;
  const [fields, setFields] = useState<ColumnFields | null>(preview.fields);
  const { columns } = preview;
  return (
    <Stack gap="lg">
      {columns !== null && (
        <ColumnTable
          columns={columns}
          rows={preview.rows}
          fields={fields}
          onChange={
            onChange &&
            ((chosen) => {
              setFields(chosen);
              onChange({ ...mapping, columns: columnsFor(columns, chosen, Object.keys(texts.fields)) });
            })
          }
        />
      )}
      {preview.statuses.length > 0 && onChange !== undefined && <Statuses {...props} onChange={onChange} />}
    </Stack>
  );
}

const automatic = '';

/** The server ignores case in the names of statuses, so a mapping that a script gave may spell them differently. */
const isSame = (name: string, other: string): boolean =>
  name.trim().toLowerCase() === other.trim().toLowerCase();

function Statuses({ preview, mapping, onChange }: Required<FormProps>) {
  const texts = usePortingTexts();
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
