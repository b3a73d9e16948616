// The part of the environment that names a sign-in provider.

import { asciiLower, isDomain } from './domain/kernel/text.ts';
import type { OidcSettings } from './engines/sign-in/oidc.ts';

export interface OidcConfig extends OidcSettings {
  /** What the button on the sign-in page says. */
  label: string;
  allowedDomains: string[];
}

const needed = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;

export function readOidc(
  text: (name: string) => string | undefined,
  mistakes: string[],
): OidcConfig | undefined {
  const label = text('OIDC_LABEL');
  const domains = text('OIDC_ALLOWED_DOMAINS');
  const missing = needed.filter((name) => text(name) === undefined);
  if (missing.length === needed.length && label === undefined && domains === undefined) return undefined;
  const before = mistakes.length;
  for (const name of missing)
    mistakes.push(`${name} must be set beside the other variables of the sign-in provider.`);
  const issuer = text('OIDC_ISSUER') ?? '';
  if (issuer !== '' && !isIssuer(issuer))
    mistakes.push('OIDC_ISSUER must be an https URL without a query; http is taken for this machine alone.');
  if (label !== undefined && label.length > 60)
    mistakes.push('OIDC_LABEL must be at most 60 characters long.');
  const allowedDomains = (domains ?? '')
    .split(',')
    .map((domain) => asciiLower(domain.trim()))
    .filter((domain) => domain !== '');
  if (!allowedDomains.every(isDomain))
    mistakes.push('OIDC_ALLOWED_DOMAINS must be a comma-separated list of domains such as example.com.');
  if (mistakes.length > before) return undefined;
  return {
    issuer,
    clientId: text('OIDC_CLIENT_ID') ?? '',
    clientSecret: text('OIDC_CLIENT_SECRET') ?? '',
    label: label ?? 'Single sign-on',
    allowedDomains,
  };
}

function isIssuer(value: string): boolean {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || url.search !== '' || url.hash !== '' || url.username !== '') return false;
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocal);
}
