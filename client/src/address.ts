// Where a request goes: the path with its parameters, and the query string in the grammar of the API.

type Scalar = string | number | boolean | Date;
export type FilterValue = Scalar | readonly Scalar[] | undefined;
export type Filters = Readonly<Record<string, FilterValue>>;

/** No filter takes more. Most take 20: there, the server refuses the rest. */
const maxFilterValues = 100;

/** No stored text can hold it. */
const matchesNothing = '\0';

export function pathOf(template: string, parameters: Readonly<Record<string, string>> = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = parameters[name];
    // An empty one would be another path, and so would dots, encoded or not.
    if (typeof value !== 'string' || /^\.{0,2}$/.test(value)) {
      throw new TypeError(`"${name}" must be a text that can stand in a path, not empty and not dots alone.`);
    }
    return encodeURIComponent(value);
  });
}

/** `filters` and `include` are objects and lists here, and texts with semicolons on the wire. */
export function queryOf(query: Readonly<Record<string, unknown>> = {}): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    if (name === 'filters') parameters.set(name, filtersText(value as Filters));
    else parameters.set(name, Array.isArray(value) ? value.join(';') : String(value));
  }
  const text = parameters.toString();
  return text === '' ? '' : `?${text}`;
}

function filtersText(filters: Filters): string {
  return Object.entries(filters)
    .flatMap(([key, value]) => {
      if (value === undefined) return [];
      const values = Array.isArray(value) ? value : [value];
      if (values.length > maxFilterValues) {
        throw new RangeError(`The filter "${key}" takes at most ${maxFilterValues} values.`);
      }
      // Any of no values is nothing: leaving the filter out, or its value empty, would find everything.
      const texts = values.length === 0 ? [matchesNothing] : values.map(valueText);
      return texts.map((text) => `${key}:${text}`);
    })
    .join(';');
}

/** A semicolon would begin another filter. */
function valueText(value: Scalar): string {
  const text = value instanceof Date ? value.toISOString() : String(value);
  return text.replace(/%(?=3b|25)/gi, '%25').replaceAll(';', '%3B');
}
