// Chooses the content encoding of a response from Accept-Encoding (RFC 9110 §12.5.3).

export type Encoding = 'br' | 'gzip';

/** In order of preference. */
export const encodings: readonly Encoding[] = ['br', 'gzip'];

export interface Chosen {
  /** Undefined: send it uncompressed. */
  encoding: Encoding | undefined;
  /** False if the client refuses an uncompressed response. */
  mayBeIdentity: boolean;
}

const uncompressed: Chosen = { encoding: undefined, mayBeIdentity: true };

/** Clients send few codings. The rest of a longer list is not read. */
const maxCodings = 20;

/** Clients send one of a few headers with every request. */
const maxRemembered = 100;
const remembered = new Map<string, Chosen>();

/** If the client accepts none of ours, the response is sent uncompressed. */
export function chosenEncoding(header: string | string[] | undefined): Chosen {
  if (header === undefined) return uncompressed;
  const text = String(header);
  const known = remembered.get(text);
  if (known !== undefined) return known;
  if (remembered.size >= maxRemembered) remembered.clear();
  const chosen = encodingAmong(encodings, text);
  remembered.set(text, chosen);
  return chosen;
}

/** The same for a response that exists only in these encodings. */
export function encodingAmong(available: readonly Encoding[], header: string | string[] | undefined): Chosen {
  if (header === undefined) return uncompressed;
  const weights = weightsOf(String(header));
  const weightOf = (coding: string): number | undefined => weights.get(coding) ?? weights.get('*');
  const [best] = available
    .map((encoding) => ({ encoding, weight: weightOf(encoding) ?? 0 }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight);
  if (best === undefined) return uncompressed;
  // Unless it is named, the uncompressed form is acceptable, but preferred to nothing.
  const identity = weights.get('identity') ?? (weights.get('*') === 0 ? 0 : undefined);
  if (identity !== undefined && identity > best.weight) return uncompressed;
  return { encoding: best.encoding, mayBeIdentity: identity !== 0 };
}

const weight = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/;

/** Codings in lower case with their weights. A malformed weight counts as 1. */
function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.toLowerCase().split(',', maxCodings)) {
    const [coding = '', ...parameters] = part.split(';').map((piece) => piece.trim());
    const given = parameters.flatMap((parameter) => weight.exec(parameter)?.[1] ?? []);
    // Old clients say `x-gzip` (RFC 9110 §8.4.1.3).
    if (coding !== '') weights.set(coding === 'x-gzip' ? 'gzip' : coding, Number(given[0] ?? 1));
  }
  return weights;
}
