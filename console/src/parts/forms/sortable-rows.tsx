// Rows that can be reordered by dragging, or with two buttons that also work by keyboard.

import { ActionIcon } from '@mantine/core';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import { IconChevronDown, IconChevronUp, IconGripVertical } from '../icons.tsx';
import { moveItem } from './list-order.ts';
import classes from './sortable-rows.module.css';

interface Named {
  id: string;
  name: string;
}

export function SortableRows<T extends Named>(props: {
  items: readonly T[];
  /** Omitted if the order can't be changed. */
  onReorder?: ((ids: string[]) => void) | undefined;
  children: (item: T) => ReactNode;
}) {
  const { items, onReorder } = props;
  const { common } = useTexts();
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);
  const move = (from: number, to: number) => onReorder?.(moveItem(items, from, to).map(({ id }) => id));
  const finish = () => {
    setDragged(null);
    setOver(null);
  };
  const drop = (event: DragEvent, index: number) => {
    event.preventDefault();
    if (dragged !== null && dragged !== index) move(dragged, index);
    finish();
  };
  return (
    <ol className={classes.rows}>
      {[...items.entries()].map(([index, item]) => (
        <li
          key={item.id}
          className={classes.row}
          data-dragged={dragged === index}
          data-over={
            over === index && dragged !== index ? ((dragged ?? 0) < index ? 'after' : 'before') : undefined
          }
          onDragOver={(event) => {
            if (dragged === null) return;
            event.preventDefault();
            setOver(index);
          }}
          onDrop={(event) => drop(event, index)}
        >
          {onReorder !== undefined && (
            <>
              <span
                className={classes.grip}
                draggable
                aria-hidden
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move';
                  event.dataTransfer.setData('text/plain', item.name);
                  const row = event.currentTarget.closest('li');
                  if (row !== null) event.dataTransfer.setDragImage(row, 12, 12);
                  setDragged(index);
                }}
                onDragEnd={finish}
              >
                <IconGripVertical size={16} />
              </span>
              <span className={classes.steps}>
                <ActionIcon
                  size={24}
                  variant="transparent"
                  color="gray"
                  disabled={index === 0}
                  aria-label={common.moveUp(item.name)}
                  onClick={() => move(index, index - 1)}
                >
                  <IconChevronUp size={14} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  size={24}
                  variant="transparent"
                  color="gray"
                  disabled={index === items.length - 1}
                  aria-label={common.moveDown(item.name)}
                  onClick={() => move(index, index + 1)}
                >
                  <IconChevronDown size={14} aria-hidden />
                </ActionIcon>
              </span>
            </>
          )}
          {props.children(item)}
        </li>
      ))}
    </ol>
  );
}
