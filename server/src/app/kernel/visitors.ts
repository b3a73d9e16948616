// Rate limit for static pages, without a key or session.

import { addressBucket } from '../../domain/kernel/address.ts';
import type { Allowance, Limiter } from '../../ports/kernel/limiter.ts';
import { windowMs } from './access.ts';

export interface Visitors {
  /** Takes one request from the address's limit; undefined if there is none. */
  admit(address: string): Promise<Allowance | undefined>;
}

/** `limit`: requests per minute and address; 0 for no limit. */
export const visitors = (limiter: Limiter, limit: number): Visitors => ({
  admit: async (address) =>
    limit === 0 ? undefined : limiter.take(`pages:${addressBucket(address)}`, limit, windowMs),
});
