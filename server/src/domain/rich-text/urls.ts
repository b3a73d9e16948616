// The URLs allowed in rich text. Returns the parsed and serialized URL, never the input, so that browsers get
// exactly what was checked.

const maxUrlLength = 2048;
const linkSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);
const imageSchemes: ReadonlySet<string> = new Set(['http:', 'https:']);

/** Undefined if the URL is relative, malformed, too long or has another scheme. */
export const findLinkUrl = (input: unknown): string | undefined => findUrl(input, linkSchemes);

/** Like `findLinkUrl`, but without mailto. */
export const findImageUrl = (input: unknown): string | undefined => findUrl(input, imageSchemes);

const findUrl = (input: unknown, schemes: ReadonlySet<string>): string | undefined => {
  if (typeof input !== 'string' || input.length > maxUrlLength) return undefined;
  // Browsers ignore control characters in a scheme, so check `java\tscript:` without them.
  const visible = input.replaceAll(/\p{Cc}/gu, '').trim();
  if (!visible.includes(':') || !URL.canParse(visible)) return undefined;
  const { href, protocol } = new URL(visible);
  return schemes.has(protocol) && href.length <= maxUrlLength ? href : undefined;
};
