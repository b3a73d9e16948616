// Moves what an OpenAPI document repeats into named components and leaves references in its place. A pure function of
// the document: operations declare their parameters and responses in full and need not know what they share.

import type {
  DocumentPart,
  OperationPart,
  ParameterPart,
  Part,
  Reference,
  ResponsePart,
  Section,
} from './document.ts';
import { nameOfBody, nameOfExample, nameOfParameter, nameOfResponse, pascalCase } from './names.ts';
import { nameSchemas } from './schemas.ts';

/** The document with everything that it repeats in `components`. The given document stays as it is. */
export function withComponents(given: DocumentPart): DocumentPart {
  const document = structuredClone(given);
  const operations = operationsOf(document);
  nameSchemas(document);
  share(document, 'parameters', operations.flatMap(parametersIn));
  share(document, 'requestBodies', operations.flatMap(bodyIn));
  share(document, 'responses', operations.flatMap(responsesIn));
  const common = commonHeaders(operations);
  if (Object.keys(common).length > 0) document[commonHeadersKey] = common;
  const responses = [
    ...distinctResponses(document, operations),
    { owner: '', response: { description: '', headers: common } },
  ];
  share(document, 'headers', responses.flatMap(headersIn));
  share(document, 'examples', responses.flatMap(examplesIn));
  return document;
}

interface Located {
  path: string;
  operation: OperationPart;
}

const operationsOf = ({ paths }: DocumentPart): Located[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map((operation) => ({ path, operation })),
  );

/** A place in the document that holds a part. */
interface Place {
  part: Part;
  /** What the part means, such as `NotFound`. */
  name: string;
  /** The operation it belongs to. Names the part if most others of this meaning are different. */
  owner: string;
  replace(reference: Reference): void;
}

/** Moves each part that several places hold into a section of the components. */
function share(document: DocumentPart, section: Section, places: readonly Place[]): void {
  const namesakes = grouped(places, ({ name }) => name);
  const shared: Record<string, Part> = { ...document.components[section] };
  for (const [meaning, candidates] of namesakes)
    for (const group of grouped(candidates, identityOf).values()) {
      if (group.length < 2) continue;
      const [{ owner, part }] = group;
      const isUsual = group.length > candidates.length / 2;
      const name = freeName(shared, isUsual ? meaning : pascalCase(owner) + meaning);
      shared[name] = part;
      for (const place of group) place.replace(referenceTo(section, name, part, place.part));
    }
  if (Object.keys(shared).length > 0) document.components[section] = shared;
}

type NonEmpty<T> = [T, ...T[]];

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, NonEmpty<T>> {
  const groups = new Map<string, NonEmpty<T>>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/** A reference may replace the description, so parts that are described differently are the same otherwise. */
const identityOf = ({ part: { description, ...rest } }: Place): string =>
  JSON.stringify([rest, description !== undefined]);

function referenceTo(section: Section, name: string, shared: Part, { description }: Part): Reference {
  const $ref = `#/components/${section}/${name}`;
  return description === shared.description ? { $ref } : { $ref, description };
}

function freeName(taken: Record<string, unknown>, name: string): string {
  let free = name;
  for (let number = 2; free in taken; number += 1) free = `${name}${number}`;
  return free;
}

/** The entries that are no references yet. */
const inlineEntries = <T extends Part>(holder: Record<string, T>): [string, T][] =>
  Object.entries(holder).filter(([, part]) => !('$ref' in part));

/** A place whose reference goes into `holder[key]`. */
const placeIn = (holder: Part, key: string, name: string, owner: string): Place => ({
  part: holder[key] as Part,
  name,
  owner,
  replace: (reference) => {
    holder[key] = reference;
  },
});

function parametersIn({ path, operation: { operationId, parameters = [] } }: Located): Place[] {
  for (const parameter of parameters) if (parameter.required === false) delete parameter.required;
  // Arrays are objects too, with indexes as keys.
  const holder = parameters as unknown as Record<string, ParameterPart>;
  return inlineEntries(holder).map(([index, parameter]) =>
    placeIn(holder, index, nameOfParameter(parameter, path), operationId),
  );
}

function bodyIn({ operation }: Located): Place[] {
  const { operationId, requestBody } = operation;
  const name = requestBody && nameOfBody(requestBody);
  if (name === undefined) return [];
  const place = placeIn(operation, 'requestBody', name, operationId);
  const [type] = Object.keys(requestBody?.content ?? {});
  const replace = (reference: Reference) => {
    place.replace(reference);
    // swagger-typescript-api looks here instead of following the reference.
    operation['x-contentType'] = type;
  };
  return [{ ...place, replace }];
}

/** Not successes: swagger-typescript-api would not decode them, since it does not follow references to those. */
const responsesIn = ({ operation: { operationId, responses } }: Located): Place[] =>
  inlineEntries(responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(([status, response]) => placeIn(responses, status, nameOfResponse(status, response), operationId));

interface OwnedResponse {
  owner: string;
  response: ResponsePart;
}

/** The shared responses, and those that only one operation has. */
function distinctResponses(document: DocumentPart, operations: readonly Located[]): OwnedResponse[] {
  const shared = Object.entries(document.components.responses ?? {});
  return [
    ...shared.map(([owner, response]) => ({ owner, response: response as ResponsePart })),
    ...operations.flatMap(({ operation: { operationId: owner, responses } }) =>
      inlineEntries(responses).map(([, response]) => ({ owner, response })),
    ),
  ];
}

/** Where the document has the headers of every success. */
const commonHeadersKey = 'x-success-headers';

/** Takes the headers that every success has out of the operations: even as references they are a sixth of the text. */
function commonHeaders(operations: readonly Located[]): Record<string, Part> {
  const successes = operations.flatMap(({ operation: { responses } }) =>
    Object.keys(responses).flatMap((status) => (/^2/.test(status) ? (responses[status] ?? []) : [])),
  );
  const [first, ...others] = successes;
  if (first === undefined || others.length === 0) return {};
  const isCommon = ([name, header]: [string, Part]) =>
    others.every(({ headers }) => JSON.stringify(headers?.[name]) === JSON.stringify(header));
  const common = Object.fromEntries(Object.entries(first.headers ?? {}).filter(isCommon));
  for (const response of successes) {
    for (const name of Object.keys(common)) delete response.headers?.[name];
    if (Object.keys(response.headers ?? {}).length === 0) delete response.headers;
  }
  return common;
}

const headersIn = ({ owner, response: { headers = {} } }: OwnedResponse): Place[] =>
  inlineEntries(headers).map(([header]) => placeIn(headers, header, pascalCase(header), owner));

const examplesIn = ({ owner, response: { content = {} } }: OwnedResponse): Place[] =>
  Object.values(content).flatMap((media) =>
    inlineEntries(media.examples ?? {}).map(([example]) =>
      placeIn(media.examples ?? {}, example, nameOfExample(example, media), owner),
    ),
  );
