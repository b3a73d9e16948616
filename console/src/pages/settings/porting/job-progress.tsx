// How far an export or import is. It changes every second, so it is no live region: the state next to it is.

import { Progress, Text } from '@mantine/core';
import { useFormats } from '../../../parts/text/format.ts';
import { usePortingTexts } from '../../../texts/porting.ts';

export function JobProgress({ done, total }: { done: number; total: number | null }) {
  const texts = usePortingTexts();
  const formats = useFormats();
  const isKnown = total !== null && total > 0;
  const percent = isKnown ? Math.min(100, Math.floor((100 * done) / total)) : undefined;
  const text = isKnown
    ? texts.recordsOf(total, formats.number(done), formats.number(total))
    : texts.records(done, formats.number(done));
  return (
    <>
      <Progress.Root mt={8}>
        <Progress.Section
          value={percent ?? 100}
          animated
          withAria={false}
          role="progressbar"
          aria-label={texts.progress}
          aria-valuenow={percent}
          aria-valuetext={text}
        />
      </Progress.Root>
      <Text size="xs" c="dimmed" mt={4}>
        {text}
      </Text>
    </>
  );
}
