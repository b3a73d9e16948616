// Commands that work when pasted into a POSIX shell.

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** `secret` may be a shell variable, such as `$EARSHOT_KEY`. */
export function curlFirstPost(origin: string, secret: string, title: string): string {
  const bearer = `Authorization: Bearer ${secret}`;
  return [
    `curl ${origin}/v1/posts \\`,
    `  -H ${secret.startsWith('$') ? `"${bearer}"` : quoted(bearer)} \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d ${quoted(JSON.stringify({ title }))}`,
  ].join('\n');
}
