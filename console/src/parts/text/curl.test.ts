import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { curlFirstPost } from './curl.ts';

/** The arguments as the shell sees them, one per line. */
const argumentsOf = (command: string, environment: Record<string, string> = {}) =>
  execFileSync('sh', ['-c', command.replace(/^curl/, "printf '%s\\n'")], {
    encoding: 'utf8',
    env: environment,
  })
    .trimEnd()
    .split('\n');

it('is a single shell command, whatever the title contains', () => {
  const title = `It's "quoted" \\ $HOME \`id\``;
  expect(argumentsOf(curlFirstPost('http://localhost:3000', 'secret', title))).toEqual([
    'http://localhost:3000/v1/posts',
    '-H',
    'Authorization: Bearer secret',
    '-H',
    'Content-Type: application/json',
    '-d',
    JSON.stringify({ title }),
  ]);
});

it('reads the key from a shell variable', () => {
  const command = curlFirstPost('http://localhost:3000', '$EARSHOT_KEY', 'Hello');
  expect(argumentsOf(command, { EARSHOT_KEY: 'from outside' })).toContain(
    'Authorization: Bearer from outside',
  );
});
