// What can be done with the posts that are selected.

import { Button, CloseButton } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { useFormats } from '../../parts/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import classes from './feedback-page.module.css';

export function BulkBar(props: {
  count: number;
  isAll: boolean;
  onAll: () => void;
  onStatus: () => void;
  onClear: () => void;
}) {
  const { feedback } = useTexts();
  const formats = useFormats();
  return (
    <section className={classes.bulk} aria-label={feedback.selection}>
      <span aria-live="polite">{feedback.selected(props.count, formats.number(props.count))}</span>
      {!props.isAll && (
        <Button size="compact-sm" variant="subtle" visibleFrom="sm" onClick={props.onAll}>
          {feedback.selectAll}
        </Button>
      )}
      <Button
        size="compact-sm"
        leftSection={<IconArrowRight size={16} aria-hidden />}
        onClick={props.onStatus}
      >
        {feedback.setStatus}
      </Button>
      <CloseButton aria-label={feedback.clearSelection} onClick={props.onClear} />
    </section>
  );
}
