// Writes what the client knows of the API from ../openapi.json: the types of every operation and, for the
// running program, its method and path. With --check it writes nothing and fails when the files are stale.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const client = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(client, 'src', 'generated');
const notice =
  '// Written by scripts/generate.mjs from openapi.json; run `npm run openapi` instead of editing.\n\n';

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

const document = JSON.parse(readFileSync(join(client, '..', 'openapi.json'), 'utf8'));
const files = { 'openapi.ts': await typesOf(document), 'routes.ts': routesOf(document) };

if (process.argv.includes('--check')) {
  const stale = Object.keys(files).filter((name) => {
    try {
      return readFileSync(join(folder, name), 'utf8') !== files[name];
    } catch (error) {
      if (error.code === 'ENOENT') return true;
      throw error;
    }
  });
  if (stale.length > 0) {
    process.stderr.write(`Stale in client/src/generated: ${stale.join(', ')}. Run "npm run openapi".\n`);
    process.exit(1);
  }
} else {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
}
