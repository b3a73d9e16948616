// A proxy in front of the program for clients that wait as long as `Retry-After` says: the fake clock moves forward by
// that time instead, and the client is told to wait 0 seconds. Responses are dated by the fake clock too.

import type { TestProgram } from '../program.ts';
import { type Forwarding, startForwarding } from './forwarding.ts';

export interface TimeLapse extends Forwarding {
  /** Number of responses so far, by status. */
  statuses: Map<number, number>;
}

export async function startTimeLapse({ clock }: TestProgram, port: number): Promise<TimeLapse> {
  const statuses = new Map<number, number>();
  const forwarding = await startForwarding(port, ({ status, headers }) => {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const dated = { ...headers, date: new Date(clock.now()).toUTCString() };
    if (headers['retry-after'] === undefined) return dated;
    clock.advance(Number(headers['retry-after']) * 1000);
    return { ...dated, 'retry-after': '0' };
  });
  return { ...forwarding, statuses };
}
