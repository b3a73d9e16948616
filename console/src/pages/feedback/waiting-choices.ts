// The choices of the filters by comments and by days without an answer.

import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';

const dayCounts = [3, 7, 14, 30, 90];

export function useWaitingChoices() {
  const { feedback } = useTexts();
  const formats = useFormats();
  return {
    comments: (['true', 'false'] as const).map((id) => ({ id, name: feedback.hasComments[id] })),
    unanswered: dayCounts.map((days) => ({
      id: String(days),
      name: feedback.unansweredFor(formats.number(days)),
    })),
  };
}
