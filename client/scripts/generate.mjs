// Writes what a client knows about an API from its OpenAPI document: the types of every operation, its method and path
// and, for the public API, the filters, includes and items of every list. Done for the public API and for the
// console's own endpoints. With --check it writes nothing and fails when the files are stale; --without-types leaves out
// the types, whose generator is not installed by `npm ci`.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureToolPackages, requireTool } from '../../scripts/tool-packages.mjs';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const targets = [
  { document: 'openapi.json', folder: 'client/src/generated', hasLists: true },
  { document: 'console/openapi.json', folder: 'console/src/generated' },
];
const notice = '// Written by client/scripts/generate.mjs; run `npm run openapi` instead of editing.\n\n';

const methods = ['get', 'post', 'put', 'patch', 'delete'];

function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => ({ path, method, ...item[method] })),
  );
}

const schemasAt = '#/components/schemas/';

/** The document with its references resolved, except those to schemas, which become the names of types. */
function resolved(document) {
  const visit = (value) => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(visit);
    const { $ref, ...own } = value;
    if (typeof $ref !== 'string' || $ref.startsWith(schemasAt))
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, visit(inner)]));
    const target = $ref
      .slice('#/'.length)
      .split('/')
      .reduce((at, step) => at[step], document);
    return { ...visit(target), ...own };
  };
  return visit({ ...document, components: { schemas: document.components.schemas } });
}

/** Only what the types need: errors, headers and examples are the same everywhere, and most of the text. */
function essence(document) {
  // Webhooks are received, not called.
  const { webhooks: _, ...called } = document;
  const slim = structuredClone(called);
  for (const item of Object.values(slim.paths)) {
    for (const operation of Object.values(item)) {
      operation.parameters = operation.parameters?.filter((parameter) => parameter.in !== 'header');
      for (const status of Object.keys(operation.responses)) {
        delete operation.responses[status].headers;
        if (!status.startsWith('2')) delete operation.responses[status];
      }
      const form = operation.requestBody?.content['multipart/form-data'];
      if (form === undefined) continue;
      // The fields are those of the JSON body, and files are the client's own; that a form is taken remains.
      delete slim.components.schemas[nameOf(form.schema)];
      form.schema = { type: 'object' };
    }
  }
  return JSON.parse(JSON.stringify(slim, withoutExamples));
}

const withoutExamples = (key, value) => (key === 'examples' || key === 'example' ? undefined : value);

async function typesOf(document) {
  // A field with a default may be left out of a body.
  const options = { emptyObjectsUnknown: true, defaultNonNullable: false };
  await ensureToolPackages();
  const { default: openapiTS, astToString } = requireTool('openapi-typescript');
  const nodes = await openapiTS(essence(document), options);
  const wanted = nodes.filter((node) => ['components', 'operations'].includes(node.name?.text));
  if (wanted.length !== 2)
    throw new Error('openapi-typescript no longer writes "components" and "operations".');
  return notice + astToString(wanted);
}

function routesOf(document) {
  const rows = operationsOf(document).map(
    ({ operationId, method, path }) => `  ${operationId}: '${method.toUpperCase()} ${path}',\n`,
  );
  return `${notice}export const routes = {\n${rows.join('')}} as const;\n`;
}

/** The page that a list answers with: what its plural is, and the shape of its items. */
function pageOf(document, { responses }) {
  const schemaOf = (schema) => document.components.schemas[nameOf(schema)] ?? schema;
  const envelope = schemaOf(responses[200]?.content['application/json']?.schema ?? {});
  const { properties = {} } = schemaOf(envelope.properties?.data ?? {});
  if (properties.next === undefined) return undefined;
  const [plural, { items }] = Object.entries(properties).find(([, { type }]) => type === 'array');
  return { plural, item: nameOf(items) };
}

const nameOf = ({ $ref = '' }) => $ref.replace(schemasAt, '');

/** The type of a filter's value, as callers give it. */
function typeOfValue({ type, items, enum: words, format }) {
  if (type === 'array') return `OneOrMore<${typeOfValue(items)}>`;
  if (words !== undefined) return words.map((word) => `'${word}'`).join(' | ');
  if (type === 'integer') return 'number';
  return format === 'date-time' ? 'string | Date' : type;
}

const filterLine = ([key, schema]) => {
  const note = schema.description === undefined ? '' : `    /** ${sentence(schema.description)} */\n`;
  return `${note}    ${key}?: ${typeOfValue(schema)} | undefined;\n`;
};

const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function listsOf(document) {
  const operations = operationsOf(document);
  const rows = (line) => operations.flatMap((operation) => line(operation) ?? []).join('');
  const parameterOf = ({ parameters = [] }, name) => parameters.find((each) => each.name === name)?.schema;
  const lists = operations.filter(
    ({ method, ...operation }) => method === 'get' && pageOf(document, operation),
  );
  const filters = rows((operation) => {
    const table = parameterOf(operation, 'filters')?.['x-filters'];
    return table && `  ${operation.operationId}: {\n${Object.entries(table).map(filterLine).join('')}  };\n`;
  });
  const includes = rows((operation) => {
    const words = parameterOf(operation, 'include')?.['x-includes'];
    return words && `  ${operation.operationId}: ${words.map((word) => `'${word}'`).join(' | ')};\n`;
  });
  const items = lists.map(
    (list) => `  ${list.operationId}: components['schemas']['${pageOf(document, list).item}'];\n`,
  );
  const plurals = lists.map((list) => `  ${list.operationId}: '${pageOf(document, list).plural}',\n`);
  return [
    `${notice}import type { components } from './openapi.ts';\n`,
    '/** One value, or several of which any will do. */\nexport type OneOrMore<T> = T | readonly T[];\n',
    `/** The filters that a list takes. */\nexport interface Filters {\n${filters}}\n`,
    `/** What a read can include. */\nexport interface Includes {\n${includes}}\n`,
    `/** What a list holds. */\nexport interface Items {\n${items.join('')}}\n`,
    `/** The name of the list in an answer. */\nexport const plurals = {\n${plurals.join('')}} as const;\n`,
  ].join('\n');
}

async function filesOf(target) {
  const document = resolved(JSON.parse(readFileSync(join(root, target.document), 'utf8')));
  const texts = {
    ...(!withoutTypes && { 'openapi.ts': await typesOf(document) }),
    'routes.ts': routesOf(document),
    ...(target.hasLists && { 'lists.ts': listsOf(document) }),
  };
  return Object.entries(texts).map(([name, text]) => ({ path: join(target.folder, name), text }));
}

function isStale({ path, text }) {
  try {
    return readFileSync(join(root, path), 'utf8') !== text;
  } catch (error) {
    if (error.code === 'ENOENT') return true;
    throw error;
  }
}

const withoutTypes = process.argv.includes('--without-types');
const files = (await Promise.all(targets.map(filesOf))).flat();

if (process.argv.includes('--check')) {
  const stale = files.filter(isStale).map(({ path }) => path);
  if (stale.length > 0) {
    process.stderr.write(`Stale: ${stale.join(', ')}. Run "npm run openapi".\n`);
    process.exit(1);
  }
} else {
  for (const { path, text } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
