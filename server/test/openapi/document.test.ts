// What generators of clients need from the committed documents. That the program makes these documents is proven in
// test/golden.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resolved } from '../support/documents/openapi-document.ts';

const root = join(import.meta.dirname, '../../..');

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
}

interface Operation {
  operationId: string;
  summary?: string;
  tags?: string[];
  parameters?: object[];
  responses: Record<string, object>;
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, object>> & { schemas: Record<string, Schema> };
}

const read = (name: string): Document => JSON.parse(readFileSync(join(root, name), 'utf8'));
const api = read('openapi.json');
const internal = read('console/openapi.json');
const operationsOf = (document: Document): Operation[] =>
  Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Every name that TypeScript declares for browsers and for the language. */
function declaredNames(): Set<string> {
  const compiler = createRequire(join(root, 'package.json')).resolve('typescript/package.json');
  // The compiler is a program per platform, and the declarations lie beside it.
  const platform = `@typescript/typescript-${process.platform}-${process.arch}/package.json`;
  const typescript = dirname(createRequire(compiler).resolve(platform));
  const libraries = ['dom', 'dom.iterable', 'es5', 'es2015.core', 'es2015.collection', 'es2015.promise'];
  const declaration = /^(?:declare )?(?:var|const|function|class|interface|type|namespace) (\w+)/gm;
  const texts = libraries.map((name) => readFileSync(join(typescript, 'lib', `lib.${name}.d.ts`), 'utf8'));
  return new Set(texts.flatMap((text) => [...text.matchAll(declaration)].map(([, name = '']) => name)));
}

/** Types that other languages have without an import. */
const elsewhere = [
  'Exception',
  'Result',
  'Option',
  'Optional',
  'List',
  'Any',
  'Never',
  'Self',
  'Type',
  'Object',
];

describe('names', () => {
  const reserved = new Set([...declaredNames(), ...Object.getOwnPropertyNames(globalThis), ...elsewhere]);

  it('are compared with what is really there', () => {
    for (const name of ['Comment', 'Error', 'Event', 'File', 'Response', 'Map', 'Promise', 'Partial'])
      expect(reserved, name).toContain(name);
  });

  it.each([
    ['openapi.json', api],
    ['console/openapi.json', internal],
  ])('of the schemas in %s shadow no global', (_, { components }) => {
    const names = Object.keys(components.schemas);
    expect(names.filter((name) => reserved.has(name))).toEqual([]);
    expect(names).toContain('ApiError');
  });

  it('are those of one kind of component only', () => {
    for (const { components } of [api, internal]) {
      const names = Object.values(components).flatMap((section) => Object.keys(section));
      expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
    }
  });

  it('say what a component is, and never number it', () => {
    for (const { components } of [api, internal])
      for (const names of Object.values(components).map((section) => Object.keys(section)))
        expect(names.filter((name) => /\d$/.test(name))).toEqual([]);
    expect(Object.keys(api.components.responses ?? {})).toEqual(
      expect.arrayContaining(['BadRequest', 'NotFound', 'RateLimited', 'NotModified']),
    );
    expect(Object.keys(api.components.headers ?? {})).toEqual(
      expect.arrayContaining(['XRequestId', 'XRateLimitReset', 'RetryAfter', 'ETag']),
    );
    expect(Object.keys(api.components.parameters ?? {})).toEqual(
      expect.arrayContaining(['Limit', 'Cursor', 'After', 'PostId', 'StatusId', 'IdempotencyKey', 'IfMatch']),
    );
    expect(Object.keys(api.components.schemas)).toEqual(
      expect.arrayContaining(['PostPage', 'PostPageEnvelope', 'PostDetailEnvelope', 'UserReference']),
    );
  });
});

it('says null beside a list of choices, and not in it, where some generators of schemas fail', () => {
  for (const document of [api, internal]) {
    const choices: unknown[][] = [];
    JSON.stringify(document, (name, value: unknown) => {
      if (name === 'enum' && Array.isArray(value)) choices.push(value);
      return value;
    });
    expect(choices.length).toBeGreaterThan(10);
    expect(choices.filter((values) => values.includes(null))).toEqual([]);
  }
});

describe('operations', () => {
  it('repeat no parameter, body or error', () => {
    for (const document of [api, internal]) {
      const parts = operationsOf(document).flatMap(({ parameters = [], requestBody, responses }) => [
        // Parameters in a path are named after their resource, even if two have the same rules.
        ...parameters.filter((parameter) => !('in' in parameter && parameter.in === 'path')),
        ...(requestBody === undefined ? [] : [requestBody]),
        ...Object.keys(responses).flatMap((status) =>
          /^[45]/.test(status) ? (responses[status] ?? []) : [],
        ),
      ]);
      const inline = parts.filter((part) => !('$ref' in part)).map((part) => JSON.stringify(part));
      expect(inline.filter((part, index) => inline.indexOf(part) < index)).toEqual([]);
    }
  });

  it('have an id, a summary and, in the public document, a tag', () => {
    for (const operation of [...operationsOf(api), ...operationsOf(internal)])
      expect([operation.operationId, operation.summary]).toEqual([
        expect.stringMatching(/^[a-z]\w+$/),
        expect.stringMatching(/\w/),
      ]);
    for (const { operationId, tags } of operationsOf(api)) expect(tags, operationId).toHaveLength(1);
  });

  it('list JSON first and forms second', () => {
    const types = operationsOf(resolved(api)).flatMap(({ requestBody }) =>
      requestBody === undefined ? [] : [Object.keys(requestBody.content)],
    );
    expect(types).toContainEqual(['application/json', 'multipart/form-data']);
    expect(types).toContainEqual(['multipart/form-data']);
    for (const [first, second] of types)
      if (second !== undefined) expect([first, second]).toEqual(['application/json', 'multipart/form-data']);
  });
});

describe('schemas', () => {
  const document = { $ref: '#/components/schemas/RichTextDocument' };

  it.each([
    ['PostIn', 'description'],
    ['PostPatchIn', 'description'],
    ['PostUpsertIn', 'description'],
    ['ChangelogIn', 'content'],
    ['ChangelogPatchIn', 'content'],
  ])('take text or a document: %s.%s', (name, field) => {
    const schema = api.components.schemas[name];
    const parts = [schema, ...(schema?.allOf ?? [])];
    const { anyOf } =
      parts.find((part) => part?.properties?.[field] !== undefined)?.properties?.[field] ?? {};
    expect(anyOf).toEqual([{ type: 'string' }, document, { type: 'null' }]);
  });

  it('describe a document to any depth', () => {
    expect(api.components.schemas.Post?.properties?.description).toEqual(document);
    expect(api.components.schemas.RichTextNode?.properties?.content?.items).toEqual({
      $ref: '#/components/schemas/RichTextNode',
    });
  });

  it('have files as binary in every form', () => {
    const forms = operationsOf(resolved(api)).flatMap(
      ({ requestBody }) => requestBody?.content['multipart/form-data']?.schema ?? [],
    );
    expect(forms.length).toBeGreaterThan(3);
    for (const { properties } of forms) {
      const file = properties?.attachments ?? properties?.file;
      expect(file?.items ?? file).toMatchObject({ type: 'string', format: 'binary' });
    }
  });
});
