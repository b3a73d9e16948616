// One status, post type or tag in its list: name and colour, how many posts have it, what can be done with it.

import { ActionIcon, Badge, Group, Text, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useMayAdminister } from '../../data/session.ts';
import { Labelled } from '../../parts/color-dot.tsx';
import { useFormats } from '../../parts/format.ts';
import surface from '../../parts/surface.module.css';
import { useTexts } from '../../texts/texts.tsx';

export function CatalogRow(props: {
  thing: { name: string; color: string | null; postsCount: number; isDefault?: boolean };
  extra?: ReactNode;
  onEdit: () => void;
  onRemove: () => void;
}) {
  const { settings, common } = useTexts();
  const formats = useFormats();
  const mayAdminister = useMayAdminister();
  const { name, color, postsCount, isDefault } = props.thing;
  return (
    <>
      <div className={surface.grow}>
        <Group gap="xs">
          <Text size="sm" fw={600} component="span">
            <Labelled color={color} name={name} />
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
          <Tooltip label={common.delete}>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={common.deleteOf(name)}
              onClick={props.onRemove}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </Tooltip>
        </Group>
      )}
    </>
  );
}
