// Reads an OpenAPI document as if it had no components: tests look at an operation, not at how it is written down.

type Json = Record<string, unknown>;

/**
 * The document with every reference replaced by its target, and the parts of an `allOf` in one object. A recursive
 * schema keeps the reference to itself.
 */
export function resolved<Document extends object>(document: Document): Document {
  const targets = new Map<string, Json>();
  const visit = (value: unknown, within: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((entry) => visit(entry, within));
    if (typeof value !== 'object' || value === null) return value;
    const { $ref, ...own } = value as Json;
    if (typeof $ref !== 'string') {
      const entries = Object.entries(value).map(([key, inner]) => [key, visit(inner, within)]);
      return merged(Object.fromEntries(entries));
    }
    if (within.includes($ref)) return value;
    const target = targets.get($ref) ?? (visit(targetOf(document, $ref), [...within, $ref]) as Json);
    targets.set($ref, target);
    return { ...target, ...own };
  };
  return visit(document, []) as Document;
}

function merged({ allOf, ...schema }: Json): Json {
  if (!Array.isArray(allOf)) return schema;
  const parts = [...(allOf as Json[]), schema];
  const properties = Object.assign({}, ...parts.map((part) => part.properties));
  return Object.assign({}, ...parts, { properties });
}

export function targetOf(document: object, reference: string): Json {
  const steps = reference.replace(/^#\//, '').split('/');
  const target = steps.reduce<unknown>((at, step) => (at as Json | undefined)?.[step], document);
  if (target === undefined) throw new Error(`The document has no ${reference}.`);
  return target as Json;
}
