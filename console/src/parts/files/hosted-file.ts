// Which URLs are files on this server. Loading any other file would tell its host who is reading. Pure.

/** `serverUrls` are this server's base URLs, without a trailing slash. */
export function isHostedFile(address: string, serverUrls: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { href } = new URL(address);
  return serverUrls.some((url) => href.startsWith(`${url}/files/`));
}

/** The host to show to a person; empty if the URL is invalid. */
export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '');
