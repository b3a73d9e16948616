// Deletes a status or post type. If posts use it, asks which one they get instead.

import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Removal } from '../../../data/catalog.ts';
import { ConfirmModal } from '../../../parts/forms/confirm-modal.tsx';
import { useNotify } from '../../../parts/states/notify.tsx';
import { useFormats } from '../../../parts/text/format.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useTexts } from '../../../texts/texts.tsx';

/** Separate for statuses and post types, whose grammatical gender differs in some languages. */
export interface RemovalTexts {
  removeUnused: string;
  removeUsed: (count: number, shown: string) => string;
  removeConflict: string;
}

export function DeleteCatalogItem(props: {
  texts: RemovalTexts;
  item: { id: string; name: string; postsCount: number };
  all: readonly { id: string; name: string }[];
  remove: {
    mutate: (removal: Removal, on: { onSuccess: () => void; onError: (error: unknown) => void }) => void;
    isPending: boolean;
  };
  onClose: () => void;
}) {
  const settings = useSettingsTexts();
  const { common } = useTexts();
  const { catalog } = settings;
  const formats = useFormats();
  const notify = useNotify();
  const [moveTo, setMoveTo] = useState<string | null>(null);
  const { id, name, postsCount } = props.item;
  const confirm = () => {
    const done = () => {
      notify.done(catalog.removed(name));
      props.onClose();
    };
    const onError = notify.failedWith({ CONFLICT: props.texts.removeConflict });
    props.remove.mutate({ id, moveTo: moveTo ?? undefined }, { onSuccess: done, onError });
  };
  return (
    <ConfirmModal
      opened
      title={catalog.removeTitle(name)}
      confirmLabel={common.delete}
      isPending={props.remove.isPending}
      isDisabled={postsCount > 0 && moveTo === null}
      onConfirm={confirm}
      onClose={props.onClose}
    >
      <Stack>
        <Text size="sm">
          {postsCount === 0
            ? props.texts.removeUnused
            : props.texts.removeUsed(postsCount, formats.number(postsCount))}
        </Text>
        {postsCount > 0 && (
          <Select
            aria-label={catalog.moveTo}
            value={moveTo}
            onChange={setMoveTo}
            data={props.all
              .filter((other) => other.id !== id)
              .map((other) => ({ value: other.id, label: other.name }))}
          />
        )}
      </Stack>
    </ConfirmModal>
  );
}
