// What a person sees when the server starts: where it is and, the first time, how to use it at once.

import type { KeyMode } from './domain/api-key.ts';

interface Greeting {
  address: string;
  publicUrl: string;
  secrets: { mode: KeyMode; secret: string }[];
}

export function welcome({ address, publicUrl, secrets }: Greeting): string {
  const lines = [
    '',
    `Earshot is listening on ${address}`,
    `  API        ${publicUrl}/v1`,
    `  Reference  ${publicUrl}/docs`,
    '',
  ];
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
