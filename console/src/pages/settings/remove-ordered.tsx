// Deletes a status or a post type; where its posts go has to be said when there are any.

import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ConfirmModal } from '../../parts/confirm-modal.tsx';
import { useFormats } from '../../parts/format.ts';
import { useTexts } from '../../texts/texts.tsx';

export function RemoveOrdered(props: {
  thing: { id: string; name: string; postsCount: number };
  others: readonly { id: string; name: string }[];
  isPending: boolean;
  onConfirm: (moveTo: string | undefined) => void;
  onClose: () => void;
}) {
  const { settings, common } = useTexts();
  const { catalog } = settings;
  const formats = useFormats();
  const [moveTo, setMoveTo] = useState<string | null>(null);
  const { name, postsCount } = props.thing;
  return (
    <ConfirmModal
      opened
      title={catalog.removeTitle(name)}
      confirmLabel={common.delete}
      isPending={props.isPending}
      isDisabled={postsCount > 0 && moveTo === null}
      onConfirm={() => props.onConfirm(moveTo ?? undefined)}
      onClose={props.onClose}
    >
      <Stack>
        <Text size="sm">
          {postsCount === 0 ? catalog.removeUnused : catalog.removeUsed(formats.number(postsCount))}
        </Text>
        {postsCount > 0 && (
          <Select
            label={catalog.moveTo}
            value={moveTo}
            onChange={setMoveTo}
            data={props.others.map(({ id, name: label }) => ({ value: id, label }))}
          />
        )}
      </Stack>
    </ConfirmModal>
  );
}
