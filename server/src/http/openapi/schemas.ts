// Gives the schemas of an OpenAPI document names, and writes them the way generators of clients understand best.

import { extendedSchema, sharedFields } from '../../shapes/kernel/common.ts';
import type { DocumentPart, MediaPart, OperationPart, Part } from './document.ts';
import { nameOfEnvelope } from './names.ts';

/** Gives every envelope, and every schema with a title, a name of its own. */
export function nameSchemas(document: DocumentPart): void {
  const schemas: Record<string, Part> = { ...document.components.schemas };
  document.components.schemas = schemas;
  for (const { operationId, responses } of Object.values(document.paths).flatMap(
    Object.values<OperationPart>,
  ))
    for (const { content = {} } of Object.values(responses))
      for (const media of Object.values(content)) nameEnvelope(schemas, media, operationId);
  // Titled schemas may contain others, so this also visits those that it adds.
  for (const name of Object.keys(schemas)) nameWithin(schemas, schemas[name]);
  for (const [name, schema] of Object.entries(schemas)) {
    if (schema.title === name) delete schema.title;
    tidyFields(schema);
    extendBase(schemas, schema);
  }
  for (const [name, schema] of Object.entries(schemas))
    if (takeFlag(schema)) shareFields(schemas, name, schema);
}

function takeFlag(schema: Part): boolean {
  const isShared = schema[sharedFields] === true;
  delete schema[sharedFields];
  return isShared;
}

/** Wherever a schema has all properties of the named one, it references that one instead of repeating them. */
function shareFields(schemas: Record<string, Part>, name: string, { properties }: Part): void {
  const shared = (properties ?? {}) as Part;
  const hasAll = (fields: Part) =>
    Object.keys(shared).every((field) => JSON.stringify(fields[field]) === JSON.stringify(shared[field]));
  const visit = (schema: Part): void => {
    for (const [holder, key] of innerSchemas(schema)) visit(holder[key] as Part);
    const { type, properties: fields, required, ...rest } = schema;
    if (!isPart(fields) || !hasAll(fields)) return;
    const own = Object.fromEntries(Object.entries(fields).filter(([field]) => !Object.hasOwn(shared, field)));
    for (const key of Object.keys(schema)) delete schema[key];
    const ownPart = { type, ...(required !== undefined && { required }), properties: own };
    const parts = Object.keys(own).length === 0 ? [] : [ownPart];
    Object.assign(schema, rest, { allOf: [{ $ref: `#/components/schemas/${name}` }, ...parts] });
  };
  for (const [other, schema] of Object.entries(schemas)) if (other !== name) visit(schema);
}

/** Writes a schema that has all properties of another one as that one and its own properties. */
function extendBase(schemas: Record<string, Part>, schema: Part): void {
  const { [extendedSchema]: base, properties, required: _, type, ...rest } = schema;
  if (typeof base !== 'string') return;
  const inherited = schemas[base]?.properties ?? {};
  const own = Object.entries(properties ?? {}).filter(([name]) => !Object.hasOwn(inherited, name));
  for (const key of Object.keys(schema)) delete schema[key];
  const references = [
    { $ref: `#/components/schemas/${base}` },
    { type, properties: Object.fromEntries(own) },
  ];
  Object.assign(schema, rest, { allOf: references });
}

/**
 * Puts the defaults of fields into words: generators take a field with a default for one that is always there. Their
 * examples go, because the example of the whole has them.
 */
function tidyFields(schema: Part): void {
  for (const [holder, key] of innerSchemas(schema)) {
    const { default: value, examples: _, ...rest } = holder[key] as Part;
    if (value !== undefined) {
      const sentence = `Default: \`${typeof value === 'string' ? value : JSON.stringify(value)}\`.`;
      rest.description = rest.description === undefined ? sentence : `${rest.description} ${sentence}`;
    }
    holder[key] = rest;
    tidyFields(rest);
  }
}

function nameEnvelope(schemas: Record<string, Part>, media: MediaPart, operationId: string): void {
  const name = media.schema && nameOfEnvelope(media.schema, operationId);
  if (name === undefined || media.schema === undefined) return;
  schemas[name] ??= media.schema;
  media.schema = { $ref: `#/components/schemas/${name}` };
}

/** Inside a schema, replaces each schema with a title by a reference to the component of that name. */
function nameWithin(schemas: Record<string, Part>, schema: Part | undefined): void {
  for (const [holder, key] of innerSchemas(schema)) {
    const inner = holder[key] as Part;
    const { title } = inner;
    if (typeof title === 'string') {
      const isNew = schemas[title] === undefined;
      if (isNew) schemas[title] = inner;
      holder[key] = { $ref: `#/components/schemas/${title}` };
      if (!isNew) continue;
    }
    nameWithin(schemas, inner);
  }
}

/** The schemas directly inside a schema, by where they are. */
function* innerSchemas(schema: Part | undefined): Generator<[holder: Part, key: string]> {
  const maps = [schema?.properties, schema?.anyOf, schema?.oneOf, schema?.allOf];
  for (const map of maps) if (isPart(map)) for (const key of Object.keys(map)) yield [map, key];
  for (const key of ['items', 'additionalProperties'])
    if (schema !== undefined && isPart(schema[key])) yield [schema, key];
}

const isPart = (value: unknown): value is Part => typeof value === 'object' && value !== null;
