// Which addresses are files of this server. Everything else belongs to somebody else, and loading it would tell them
// who is reading. Pure.

/** `homes` are the addresses of this server, without a slash at the end. */
export function isOwnFile(address: string, homes: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { href } = new URL(address);
  return homes.some((home) => href.startsWith(`${home}/files/`));
}

/** The host to name to a person; an address that is none has none. */
export const hostOf = (address: string): string => (URL.canParse(address) ? new URL(address).host : '');
