// The client's IP address, through trusted proxies.

import type { FastifyRequest } from 'fastify';
import { addressOf } from '../../domain/kernel/address.ts';

/**
 * Follows proxies outward from the connection while they name valid addresses: anything else in the header is
 * untrusted text. Empty if the connection is closed.
 */
export function clientAddress({ ips, ip }: Pick<FastifyRequest, 'ip' | 'ips'>): string {
  let client = '';
  for (const hop of ips ?? [ip]) {
    const address = addressOf(hop ?? '');
    if (address === undefined) break;
    client = address;
  }
  return client;
}
