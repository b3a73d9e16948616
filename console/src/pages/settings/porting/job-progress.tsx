// How far an export or import is.

import { Progress, Text } from '@mantine/core';
import { useFormats } from '../../../parts/format.ts';
import { useTexts } from '../../../texts/texts.tsx';

export function JobProgress({ done, total }: { done: number; total: number | null }) {
  const { porting: texts } = useTexts().settings;
  const formats = useFormats();
  const isKnown = total !== null && total > 0;
  return (
    <>
      <Progress
        mt={8}
        value={isKnown ? Math.min(100, (100 * done) / total) : 100}
        animated
        aria-label={texts.progress}
      />
      <Text size="xs" c="dimmed" mt={4} role="status">
        {isKnown
          ? texts.recordsOf(total, formats.number(done), formats.number(total))
          : texts.records(done, formats.number(done))}
      </Text>
    </>
  );
}
