// A table under its title. The keyboard can scroll it, though it may have nothing inside to focus.

import { Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import surface from '../../../parts/surface.module.css';

export function TableSection(props: {
  title: string;
  text?: string | undefined;
  /** Of the part that scrolls, if it isn't the title. */
  label?: string;
  className: string | undefined;
  children: ReactNode;
}) {
  return (
    <div>
      <Title order={2} mb={props.text === undefined ? 'xs' : 4}>
        {props.title}
      </Title>
      {props.text !== undefined && (
        <Text size="sm" c="dimmed" mb="xs">
          {props.text}
        </Text>
      )}
      <section
        className={`${surface.frame} ${surface.scroll} ${props.className}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: see above.
        tabIndex={0}
        aria-label={props.label ?? props.title}
      >
        <Table>{props.children}</Table>
      </section>
    </div>
  );
}
