// How many people are told, and who they are, in words.

import type { Changelog } from '@earshot/client';
import type { Telling, WouldNotify } from '../../data/notices.ts';
import { useSession } from '../../data/session.ts';
import { useFormats } from '../../parts/text/format.ts';
import { useTexts } from '../../texts/texts.tsx';
import { type Publishing, publishes } from './publishing-choice.tsx';

/** The audience is that of followers, who were counted apart from others who only voted. */
export function useNumberTold() {
  const formats = useFormats();
  return (telling: Telling, { count, otherVoters, countIsMore }: WouldNotify, named = 0) => {
    const told = count + (typeof telling === 'object' ? otherVoters : 0);
    const [left, more] = [told - named, countIsMore === true ? '+' : ''];
    return { count: told, shown: formats.number(told) + more, left, shownLeft: formats.number(left) + more };
  };
}

/** Such as “Ada, Bob, Grace, and 125 more”. */
export function useNames() {
  const { telling: texts, feedback } = useTexts();
  const formats = useFormats();
  const numberTold = useNumberTold();
  return (telling: Telling, audience: WouldNotify, maxNamed: number) => {
    const named = audience.sample.slice(0, maxNamed);
    const { left, shownLeft } = numberTold(telling, audience, named.length);
    return formats.list([
      ...named.map(({ name, email }) => name ?? email ?? feedback.anonymous),
      ...(left > 0 ? [texts.others(shownLeft)] : []),
    ]);
  };
}

/** What the button of the form says, and the notice once it is done. */
export function useSaveWords(
  before: Changelog | undefined,
  publishing: Publishing,
  audience: WouldNotify | undefined,
) {
  const { changelog: texts, telling: tellingTexts, common } = useTexts();
  const { hasMail } = useSession();
  const numberTold = useNumberTold();
  const { state, telling } = publishing;
  const usual = {
    label: before?.state === state ? common.save : texts.submit[state],
    saved: texts.savedAs[state],
  };
  const isPublishedNow = state === 'published' && publishes(before, publishing);
  if (!hasMail || !isPublishedNow) return usual;
  if (telling === false) return { ...usual, label: tellingTexts.publishQuietly };
  if (audience === undefined) return { ...usual, label: tellingTexts.publishUncounted };
  const { count, shown } = numberTold(telling, audience);
  if (count === 0) return usual;
  return { label: tellingTexts.publish(count, shown), saved: tellingTexts.published(count, shown) };
}
