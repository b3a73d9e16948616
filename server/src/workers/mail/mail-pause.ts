// While the mail server refuses us, as with a wrong password, sending goes on with one mail from time to time: others would
// only be refused as well.

import type { Clock, Instant } from '../../domain/kernel/clock.ts';

export interface MailPause {
  isOn(): boolean;
  /** The server refused us; returns until when to send nothing. */
  begin(answer: string): Instant;
  /** The server took a mail. */
  end(): void;
  /** Whether the last answer was a refusal of us: then one mail is enough to try. */
  isTrying(): boolean;
  /** Until when; undefined if it is over. */
  until(): Instant | undefined;
  /** What the server said when it refused us last; undefined if it has taken a mail since. */
  answer(): string | undefined;
}

const minute = 60_000;
const pausesMs = [minute, 5 * minute, 30 * minute];

export function mailPause({ now }: Pick<Clock, 'now'>): MailPause {
  let count = 0;
  let until = 0;
  let answer: string | undefined;
  const isOn = (): boolean => now() < until;
  return {
    isOn,
    begin(said) {
      // Several were under way.
      if (isOn()) return until;
      until = now() + (pausesMs[Math.min(count, pausesMs.length - 1)] ?? minute);
      count += 1;
      answer = said;
      return until;
    },
    end() {
      count = 0;
      until = 0;
      answer = undefined;
    },
    isTrying: () => answer !== undefined,
    until: () => (isOn() ? until : undefined),
    answer: () => answer,
  };
}
