// IP addresses as text: the canonical form, and the bucket for rate limits.

import { isIPv4, isIPv6 } from 'node:net';

/**
 * The canonical form of an IP address; undefined if invalid. Accepts what proxies add: a port, brackets, a zone. An
 * IPv4-mapped IPv6 address becomes IPv4.
 */
export function addressOf(text: string): string | undefined {
  const bare = withoutPort(text.trim());
  if (isIPv4(bare)) return bare;
  const [address = ''] = bare.split('%', 1);
  if (!isIPv6(address)) return undefined;
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  return mappedIPv4(canonical) ?? canonical;
}

/**
 * The rate limit bucket: an IPv4 address itself, an IPv6 address by its /64, since one subscriber owns all of it.
 * Expects the result of `addressOf`.
 */
export function addressBucket(address: string): string {
  if (!isIPv6(address)) return address;
  const [before = '', after] = address.split('::', 2);
  const groups = before === '' ? [] : before.split(':');
  const last = after === undefined || after === '' ? [] : after.split(':');
  const all = [...groups, ...Array(8 - groups.length - last.length).fill('0'), ...last];
  return `${all.slice(0, 4).join(':')}::/64`;
}

/** `[address]:port` and `IPv4:port`; the last group of a bare IPv6 address is not a port. */
function withoutPort(text: string): string {
  const match = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? /^([\d.]+):\d{1,5}$/.exec(text);
  return match?.[1] ?? text;
}

function mappedIPv4(canonical: string): string | undefined {
  const [, high = '', low = ''] = /^::ffff:([\da-f]{1,4}):([\da-f]{1,4})$/.exec(canonical) ?? [];
  if (high === '') return undefined;
  const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
  return [first >> 8, first & 255, second >> 8, second & 255].join('.');
}
