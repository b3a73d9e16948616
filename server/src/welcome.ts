// What a person sees when the server starts: where it is and, the first time, how to use it at once.

import type { KeyMode } from './domain/api-key.ts';

interface Greeting {
  address: string;
  publicUrl: string;
  secrets: { mode: KeyMode; secret: string }[];
  /** Undefined when somebody can sign in. */
  setupToken: string | undefined;
}

export const setupUrl = (publicUrl: string, token: string): string => `${publicUrl}/setup/${token}`;

export function welcome({ address, publicUrl, secrets, setupToken }: Greeting): string {
  const lines = [
    '',
    `Earshot is listening on ${address}`,
    `  Console    ${publicUrl}/`,
    `  API        ${publicUrl}/v1`,
    `  Reference  ${publicUrl}/docs`,
    '',
  ];
  if (setupToken !== undefined) {
    lines.push(
      'Nobody can sign in to the console yet. Open this link, which works once, to become the owner:',
      `  ${setupUrl(publicUrl, setupToken)}`,
      '',
    );
  }
  const [first] = secrets;
  if (first !== undefined) {
    lines.push(
      'Your keys, shown this once:',
      ...secrets.map(({ mode, secret }) => `  ${mode}  ${secret}`),
      '',
      'Try it:',
      `  curl -H 'Authorization: Bearer ${first.secret}' '${address}/v1/posts'`,
      '',
    );
  }
  return `${lines.join('\n')}\n`;
}
