// Makes or changes a status: what it is called and means, and where posts may go from it.

import type { Status } from '@earshot/client';
import {
  Button,
  ColorInput,
  Group,
  Modal,
  MultiSelect,
  Select,
  Stack,
  Switch,
  TextInput,
} from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useSaveStatus } from '../../data/catalog.ts';
import { fieldFailures } from '../../parts/failure-text.ts';
import { useNotify } from '../../parts/notify.tsx';
import { FailedState } from '../../parts/states.tsx';
import { swatches } from '../../parts/swatches.ts';
import { useTexts } from '../../texts/texts.tsx';

const categories = ['reviewing', 'unstarted', 'active', 'completed', 'canceled'] as const;

export function StatusModal(props: {
  status?: Status | undefined;
  all: readonly Status[];
  onClose: () => void;
}) {
  const { settings, common } = useTexts();
  const { statuses: texts, catalog } = settings;
  const notify = useNotify();
  const save = useSaveStatus();
  const { status } = props;
  const [name, setName] = useState(status?.name ?? '');
  const [color, setColor] = useState(status?.color ?? swatches[0] ?? '');
  const [category, setCategory] = useState<Status['category']>(status?.category ?? 'unstarted');
  const [next, setNext] = useState<string[] | null>(status?.nextStatusIds ?? null);
  const [isDefault, setDefault] = useState(status?.isDefault ?? false);
  const faults = fieldFailures(save.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const fields = { name, color, category, nextStatusIds: next, ...(isDefault && { isDefault }) };
    save.mutate(
      { id: status?.id, ...fields },
      {
        onSuccess: () => {
          notify.done(catalog.saved(name));
          props.onClose();
        },
      },
    );
  };
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={status === undefined ? texts.create : texts.edit}
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <form onSubmit={submit}>
        <Stack>
          {save.error !== null && Object.keys(faults).length === 0 && <FailedState error={save.error} />}
          <TextInput
            label={catalog.name}
            required
            maxLength={64}
            data-autofocus
            error={faults.name}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <ColorInput
            label={catalog.color}
            format="hex"
            swatches={swatches}
            withEyeDropper={false}
            error={faults.color}
            value={color}
            onChange={setColor}
          />
          <Select
            label={texts.category}
            description={texts.categoryHint}
            value={category}
            onChange={(value) => setCategory((value ?? 'unstarted') as Status['category'])}
            data={categories.map((value) => ({ value, label: texts.categories[value] }))}
          />
          <Switch
            label={texts.anyMove}
            checked={next === null}
            onChange={(event) => setNext(event.currentTarget.checked ? null : [])}
          />
          {next !== null && (
            <MultiSelect
              label={texts.moves}
              description={texts.movesHint}
              value={next}
              onChange={setNext}
              data={props.all
                .filter(({ id }) => id !== status?.id)
                .map(({ id, name: label }) => ({ value: id, label }))}
            />
          )}
          <Switch
            label={texts.isDefault}
            disabled={status?.isDefault ?? false}
            checked={isDefault}
            onChange={(event) => setDefault(event.currentTarget.checked)}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={props.onClose}>
              {common.cancel}
            </Button>
            <Button type="submit" loading={save.isPending}>
              {common.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
