// The message shown when the server starts: its URL and, the first time, how to get started.

import type { KeyMode } from '../domain/team/api-key.ts';

interface Greeting {
  address: string;
  publicUrl: string;
  secrets: { mode: KeyMode; secret: string }[];
  /** Undefined if the workspace already has an owner. */
  signUp: { link: string } | { command: string } | undefined;
}

export const setupUrl = (publicUrl: string, token: string): string => `${publicUrl}/setup/${token}`;

export function welcome({ address, publicUrl, secrets, signUp }: Greeting): string {
  const lines = [
    '',
    `Earshot is listening on ${address}`,
    `  Console    ${publicUrl}/`,
    `  API        ${publicUrl}/v1`,
    `  Reference  ${publicUrl}/docs`,
    '',
  ];
  if (signUp !== undefined) {
    lines.push(
      'link' in signUp
        ? 'There is no console account yet. Open this link, which works once, to become the owner:'
        : 'There is no console account yet. This prints a link by which you become the owner:',
      `  ${'link' in signUp ? signUp.link : signUp.command}`,
      '',
    );
  }
  const [first] = secrets;
  if (first !== undefined) {
    lines.push(
      'Your keys (shown only once):',
      ...secrets.map(({ mode, secret }) => `  ${mode}  ${secret}`),
      '',
      'Try it:',
      `  curl -H 'Authorization: Bearer ${first.secret}' '${address}/v1/posts'`,
      '',
    );
  }
  return `${lines.join('\n')}\n`;
}
