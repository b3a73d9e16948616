// How the fields of a thing are written as JSON. A store that knows it can write rows as text, without building objects
// first.

/** How a field of this type may be written. An `id` needs no escaping; `json` is stored as JSON already. */
type JsonKindOf<Value> = Value extends string
  ? 'text' | 'id'
  : Value extends string | null
    ? 'optionalText'
    : Value extends number
      ? 'number' | 'instant'
      : Value extends object
        ? 'json'
        : never;

export type JsonKind = 'id' | 'text' | 'optionalText' | 'number' | 'instant' | 'json';

/** The fields to write, under their own names and in this order. */
export type JsonForm<Thing> = { readonly [Field in keyof Thing]?: JsonKindOf<Thing[Field]> };

/** What to read of each thing: the fields to write as JSON, and the fields that are needed as values. */
export interface JsonSelection<Thing, Key extends keyof Thing = keyof Thing> {
  readonly form: JsonForm<Thing>;
  readonly keys: readonly Key[];
}

/** `json` is an object without its closing brace, so that more fields can follow. */
export type AsJson<Thing, Key extends keyof Thing> = Pick<Thing, Key> & { json: string };
