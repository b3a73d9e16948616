// The address of whoever sent a request, through the proxies that are trusted.

import type { FastifyRequest } from 'fastify';
import { addressOf } from '../domain/address.ts';

/**
 * Proxies are followed outwards from the connection for as long as they name addresses: what a header has in place of
 * one is anybody's text. Empty when the connection has gone.
 */
export function clientAddress({ ips, ip }: Pick<FastifyRequest, 'ip' | 'ips'>): string {
  let client = '';
  for (const written of ips ?? [ip]) {
    const address = addressOf(written ?? '');
    if (address === undefined) break;
    client = address;
  }
  return client;
}
