// Writes what a client knows about an API from its OpenAPI document: the types of every operation and, for the
// running program, its method and path. Done for the public API and for the console's own endpoints. With --check it
// writes nothing and fails when the files are stale.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const targets = [
  { document: 'openapi.json', folder: 'client/src/generated' },
  { document: 'console/openapi.json', folder: 'console/src/generated' },
];
const notice = '// Written by client/scripts/generate.mjs; run `npm run openapi` instead of editing.\n\n';

const methods = ['get', 'post', 'put', 'patch', 'delete'];

function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => ({ path, method, ...item[method] })),
  );
}

/** Only what the types need: errors, headers and examples are the same everywhere, and most of the text. */
function essence(document) {
  const slim = structuredClone(document);
  for (const item of Object.values(slim.paths)) {
    for (const operation of Object.values(item)) {
      operation.parameters = operation.parameters?.filter((parameter) => parameter.in !== 'header');
      for (const status of Object.keys(operation.responses)) {
        delete operation.responses[status].headers;
        if (!status.startsWith('2')) delete operation.responses[status];
      }
      const form = operation.requestBody?.content['multipart/form-data'];
      // The fields are those of the JSON body, and files are the client's own; that a form is taken remains.
      if (form !== undefined) form.schema = { type: 'object' };
    }
  }
  return JSON.parse(JSON.stringify(slim, withoutExamples));
}

const withoutExamples = (key, value) => (key === 'examples' || key === 'example' ? undefined : value);

async function typesOf(document) {
  const nodes = await openapiTS(essence(document), { emptyObjectsUnknown: true });
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

async function filesOf(target) {
  const document = JSON.parse(readFileSync(join(root, target.document), 'utf8'));
  const texts = { 'openapi.ts': await typesOf(document), 'routes.ts': routesOf(document) };
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
