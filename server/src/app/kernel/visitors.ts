// How often somebody without a key or a session may ask for public pages.

import { addressBucket } from '../../domain/address.ts';
import type { Allowance, Limiter } from '../../ports/limiter.ts';
import { windowMs } from './access.ts';

export interface Visitors {
  /** Takes one request from the address; undefined when that is not limited. */
  admit(address: string): Promise<Allowance | undefined>;
}

/** `limit`: requests per minute and address; 0 switches it off. */
export const visitors = (limiter: Limiter, limit: number): Visitors => ({
  admit: async (address) =>
    limit === 0 ? undefined : limiter.take(`pages:${addressBucket(address)}`, limit, windowMs),
});
