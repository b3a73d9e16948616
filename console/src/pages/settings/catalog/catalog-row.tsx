// One status, post type or tag in its list: name, color, number of posts, actions.

import { ActionIcon, Badge, Group, Text, Tooltip } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useMayAdminister } from '../../../data/session.ts';
import { ColorLabel } from '../../../parts/color-dot.tsx';
import { IconPencil, IconTrash } from '../../../parts/icons.tsx';
import surface from '../../../parts/surface.module.css';
import { useFormats } from '../../../parts/text/format.ts';
import { useSettingsTexts } from '../../../texts/settings.ts';
import { useTexts } from '../../../texts/texts.tsx';

export function CatalogRow(props: {
  item: { name: string; color: string | null; postsCount: number; isDefault?: boolean };
  extra?: ReactNode;
  /** Why it can't be deleted; undefined if it can. */
  staysBecause?: string | undefined;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const settings = useSettingsTexts();
  const { common } = useTexts();
  const formats = useFormats();
  const mayAdminister = useMayAdminister();
  const { name, color, postsCount, isDefault } = props.item;
  return (
    <>
      <div className={surface.grow}>
        <Group gap="xs">
          <Text size="sm" fw={600} component="span">
            <ColorLabel color={color} name={name} />
          </Text>
          {isDefault === true && (
            <Badge variant="light" tt="none">
              {settings.catalog.default}
            </Badge>
          )}
        </Group>
        <Text size="xs" c="dimmed">
          {settings.catalog.posts(postsCount, formats.number(postsCount))}
          {props.extra}
        </Text>
      </div>
      {mayAdminister && (
        <Group gap={4} wrap="nowrap">
          <Tooltip label={common.edit}>
            <ActionIcon variant="subtle" color="gray" aria-label={common.editOf(name)} onClick={props.onEdit}>
              <IconPencil size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <DeleteButton name={name} staysBecause={props.staysBecause} onRemove={props.onRemove} />
        </Group>
      )}
    </>
  );
}

/** When disabled, the button stays focusable, so that everyone can learn why. */
function DeleteButton(props: { name: string; staysBecause: string | undefined; onRemove: () => void }) {
  const { common } = useTexts();
  const reasonId = useId();
  const isOff = props.staysBecause !== undefined;
  return (
    <>
      <Tooltip
        multiline
        maw={260}
        label={props.staysBecause ?? common.delete}
        events={{ hover: true, focus: true, touch: true }}
      >
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={common.deleteOf(props.name)}
          {...(isOff && { 'aria-disabled': true, 'data-disabled': true, 'aria-describedby': reasonId })}
          onClick={isOff ? undefined : props.onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {isOff && (
        <span id={reasonId} hidden>
          {props.staysBecause}
        </span>
      )}
    </>
  );
}
