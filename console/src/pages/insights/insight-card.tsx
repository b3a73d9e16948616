// A titled card around one chart or table; says so if there is no data.

import { Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { useTexts } from '../../texts/texts.tsx';
import classes from './insights-page.module.css';

export function InsightCard(props: { title: string; isEmpty?: boolean; children: ReactNode }) {
  const { insights: texts } = useTexts();
  const id = useId();
  return (
    <section className={classes.card} aria-labelledby={id}>
      <Title order={2} size="h3" id={id} mb="sm">
        {props.title}
      </Title>
      {props.isEmpty === true ? (
        <Text size="sm" c="dimmed">
          {texts.nothing}
        </Text>
      ) : (
        props.children
      )}
    </section>
  );
}
