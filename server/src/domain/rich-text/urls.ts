// Which addresses a rich text may carry. The answer is the parsed and serialised address, never the input:
// what was checked is what a browser gets.

const maxUrlLength = 2048;
const linkSchemes: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);
const imageSchemes: ReadonlySet<string> = new Set(['http:', 'https:']);

/** Undefined when the address is relative, malformed, too long or of another scheme. */
export const findLinkUrl = (input: unknown): string | undefined => findUrl(input, linkSchemes);

/** As `findLinkUrl`; an image cannot be a mail address. */
export const findImageUrl = (input: unknown): string | undefined => findUrl(input, imageSchemes);

const findUrl = (input: unknown, schemes: ReadonlySet<string>): string | undefined => {
  if (typeof input !== 'string' || input.length > maxUrlLength) return undefined;
  // Browsers skip control characters inside a scheme, so `java\tscript:` is read without them.
  const visible = input.replaceAll(/\p{Cc}/gu, '').trim();
  if (!visible.includes(':') || !URL.canParse(visible)) return undefined;
  const { href, protocol } = new URL(visible);
  return schemes.has(protocol) && href.length <= maxUrlLength ? href : undefined;
};
