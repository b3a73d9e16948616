// Which addresses a host has, and whether they may be called. Connections go to the addresses that were judged, so a
// resolver that answers differently the second time gains nothing.

import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { isPublic } from './addresses.ts';

export interface ResolvedAddress {
  address: string;
  family: number;
}

export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

/** Doesn't say which address: whoever chose the host may not know the network that it leads to. */
export class RefusedAddress extends Error {}

/** The addresses of a host. One that is refused refuses them all. */
export function judging({
  allowPrivate,
  resolve = resolveBySystem,
}: {
  /** Also call addresses that are not on the public internet. */
  allowPrivate: boolean;
  resolve?: Resolve;
}): (hostname: string) => Promise<ResolvedAddress[]> {
  /** Lookups take threads of which there are few: a host whose name server is slow gets one, however many wait. */
  const lookups = new Map<string, Promise<ResolvedAddress[]>>();
  const resolveOnce = (host: string): Promise<ResolvedAddress[]> => {
    const known = lookups.get(host);
    if (known !== undefined) return known;
    const started = resolve(host).finally(() => lookups.delete(host));
    lookups.set(host, started);
    return started;
  };
  return async (hostname) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const family = isIP(host);
    const addresses = family === 0 ? await resolveOnce(host) : [{ address: host, family }];
    if (!allowPrivate && !addresses.every(({ address }) => isPublic(address))) throw new RefusedAddress();
    if (addresses.length === 0) throw new Error('no address');
    return addresses;
  };
}

const resolveBySystem: Resolve = (hostname) => lookup(hostname, { all: true });

/** Answers with what was judged, whatever the name. */
export const answering =
  (addresses: ResolvedAddress[]): LookupFunction =>
  (_hostname, { all }, callback) => {
    if (all === true) return callback(null, addresses);
    const [{ address, family } = { address: '', family: 4 }] = addresses;
    callback(null, address, family);
  };

/** A lookup can't be canceled, but it need not be waited for. */
export const abortable = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });

/** Codes of errors that a developer of the other side can act on. */
const reasons: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was closed before the answer.',
  EPIPE: 'The connection was closed before the answer.',
  ETIMEDOUT: 'The connection timed out.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network cannot be reached.',
  ENOTFOUND: 'The host name has no address.',
  EAI_AGAIN: 'The host name could not be resolved.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is self-signed.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is self-signed.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate could not be verified.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host.',
};

export function reasonOf(error: unknown): string {
  if (error instanceof RefusedAddress) return 'The host leads to a private address.';
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return reasons[code] ?? `The request failed${code === '' ? '' : ` (${code})`}.`;
}
