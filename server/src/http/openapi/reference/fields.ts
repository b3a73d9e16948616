// The fields of a schema as nested lists. Objects inside open without a script.

import { Html, html } from '../../../domain/kernel/html.ts';
import type { Resolve, Schema } from './document.ts';
import { prose } from './prose.ts';

const maxDepth = 5;

/** A field of a body or object, or a parameter. */
interface Field {
  name: string;
  schema: Schema;
  isRequired: boolean;
}

export interface FieldWriter {
  /** Nothing if the schema has no fields. */
  list(schema: Schema): Html | undefined;
  listOf(fields: readonly Field[]): Html;
  typeOf(schema: Schema): string;
}

export function fieldWriter(resolve: Resolve): FieldWriter {
  /** An object schema with the fields of all its parts. */
  const flat = (schema: Schema): Schema => {
    const { allOf, ...own } = resolve(schema);
    if (allOf === undefined) return own;
    const parts = allOf.map(flat);
    return {
      ...own,
      properties: Object.assign({}, ...parts.map(({ properties }) => properties), own.properties),
      required: [...parts, own].flatMap(({ required = [] }) => required),
    };
  };
  const alternativesOf = (schema: Schema): Schema[] => {
    const { anyOf, oneOf } = resolve(schema);
    return (anyOf ?? oneOf ?? []).filter(({ type }) => type !== 'null');
  };
  const isNullable = (schema: Schema): boolean => {
    const { type, anyOf = [] } = resolve(schema);
    return (Array.isArray(type) && type.includes('null')) || anyOf.some((each) => each.type === 'null');
  };

  const bareTypeOf = (schema: Schema): string => {
    const alternatives = alternativesOf(schema);
    if (alternatives.length > 0) return [...new Set(alternatives.map(bareTypeOf))].join(' or ');
    const { type, items, format } = flat(schema);
    if (format === 'binary') return 'file';
    if (items !== undefined) return `array of ${plural(bareTypeOf(items))}`;
    const [first = 'any'] = [type ?? (schema.$ref === undefined ? [] : 'object')]
      .flat()
      .filter((name) => name !== 'null');
    return format === undefined ? first : `${first} (${format})`;
  };
  const typeOf = (schema: Schema): string => bareTypeOf(schema) + (isNullable(schema) ? ' or null' : '');

  /** The objects that a value can be or contain. */
  const objectsIn = (schema: Schema): [name: string, schema: Schema][] => {
    const alternatives = alternativesOf(schema);
    if (alternatives.length > 0) return alternatives.flatMap(objectsIn);
    const { items } = resolve(schema);
    if (items !== undefined) return objectsIn(items);
    const object = flat(schema);
    if (Object.keys(object.properties ?? {}).length === 0) return [];
    return [[schema.$ref?.split('/').at(-1) ?? '', object]];
  };

  const listed = (fields: readonly Field[], within: readonly string[]): Html =>
    html`<ul class="fields">${fields.map((field) => fieldOf(field, within))}</ul>`;

  const fieldOf = ({ name, schema, isRequired }: Field, within: readonly string[]): Html => {
    const { description, 'x-filters': filters } = resolve(schema);
    const inner = within.length < maxDepth ? objectsIn(schema) : [];
    const shown = inner.filter(([object]) => object === '' || !within.includes(object));
    return html`<li><code class="name">${name}</code> <span class="type">${typeOf(schema)}</span>${
      isRequired && html` <span class="required">required</span>`
    }${prose(filters === undefined ? description : 'Semicolon-separated `key:value` pairs.')}${constraintsOf(schema)}${
      filters !== undefined &&
      html`<details open><summary>Filters</summary>${listed(optional(filters), within)}</details>`
    }${shown.map(
      ([object, fields]) =>
        html`<details><summary>${object === '' ? 'Fields' : object}</summary>${listed(fieldsOf(fields), [
          ...within,
          object,
        ])}</details>`,
    )}</li>`;
  };

  const constraintsOf = (schema: Schema): Html | false => {
    const { enum: values, minimum, maximum, default: standard } = resolve(schema);
    const notes = [
      ...(values === undefined
        ? []
        : [
            html`One of ${joined(values.filter((value) => value !== null).map((value) => html`<code>${String(value)}</code>`))}.`,
          ]),
      ...(minimum === undefined
        ? []
        : [html`${minimum}${maximum === undefined ? ' or more' : ` to ${maximum}`}.`]),
      ...(standard === undefined ? [] : [html`Default: <code>${String(standard)}</code>.`]),
    ];
    return notes.length > 0 && html`<p class="note">${notes.map((note) => html`${note} `)}</p>`;
  };

  return {
    list(schema) {
      const [object, ...others] = objectsIn(schema);
      if (object === undefined) return undefined;
      const [name, fields] = object;
      if (others.length === 0) return listed(fieldsOf(fields), [name]);
      return html`${objectsIn(schema).map(
        ([each, variant]) =>
          html`<details><summary>${each}</summary>${listed(fieldsOf(variant), [each])}</details>`,
      )}`;
    },
    listOf: (fields) => listed(fields, []),
    typeOf,
  };
}

const fieldsOf = ({ properties = {}, required = [] }: Schema): Field[] =>
  Object.entries(properties).map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) }));

const optional = (schemas: Record<string, Schema>): Field[] =>
  Object.entries(schemas).map(([name, schema]) => ({ name, schema, isRequired: false }));

const plural = (type: string): string => (type === 'any' ? 'anything' : type.replace(/^\w+/, '$&s'));

const joined = (parts: readonly Html[]): Html => new Html(parts.map(({ text }) => text).join(', '));
