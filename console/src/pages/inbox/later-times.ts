// The times until which posts are put off: in the morning, where the person is. Pure, given the time.

const morning = 9;

const inDays = (now: Date, days: number): string =>
  new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, morning).toISOString();

export const tomorrow = (now: Date): string => inDays(now, 1);

/** The next Monday. */
export const nextWeek = (now: Date): string => inDays(now, ((7 - now.getDay()) % 7) + 1);
