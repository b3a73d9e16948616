// The part of the committed OpenAPI document that the tests use.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolved } from '../../../server/test/support/documents/openapi-document.ts';

interface Document {
  paths: Record<string, Record<string, { operationId: string; parameters?: Parameter[] }>>;
}

interface Parameter {
  name: string;
  description?: string;
  schema: { 'x-filters'?: Record<string, object>; 'x-includes'?: string[] };
}

const document: Document = resolved(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../openapi.json'), 'utf8')),
);

/** Every operation, with its method and path. */
export const documented = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
);
