import { describe, expect, it } from 'vitest';
import { withComponents } from './components.ts';
import type { DocumentPart, OperationPart, Part } from './document.ts';

type Given = Partial<OperationPart>;

const documentOf = (paths: Record<string, Record<string, Given>>, schemas = {}): DocumentPart => ({
  paths: Object.fromEntries(
    Object.entries(paths).map(([path, methods]) => [
      path,
      Object.fromEntries(
        Object.entries(methods).map(([method, given]) => [
          method,
          { operationId: `${method}${path.replaceAll(/\W/g, '')}`, responses: {}, ...given },
        ]),
      ),
    ]),
  ),
  components: { securitySchemes: { bearer: { type: 'http' } }, schemas },
});

const json = (schema: Part, examples: Record<string, Part> = {}) => ({
  'application/json': { schema, examples },
});
const error = (code: string, description = 'Wrong.') => ({
  description,
  headers: { 'X-Request-Id': { schema: { type: 'string' } } },
  content: json({ $ref: '#/components/schemas/ApiError' }, { [code]: { value: { error: { code } } } }),
});
const parameter = (name: string, place = 'query', more = {}) => ({
  name,
  in: place,
  schema: { type: 'string' },
  ...more,
});
const envelope = (data: Part) => ({ type: 'object', properties: { data } });
const post = { $ref: '#/components/schemas/Post' };

describe('responses', () => {
  it('that several operations have are named by error code or by status', () => {
    const responses = {
      304: { description: 'The same.' },
      404: error('NOT_FOUND'),
    };
    const { paths, components } = withComponents(
      documentOf({ '/a': { get: { responses } }, '/b': { get: { responses } } }),
    );
    expect(paths['/a']?.get?.responses).toEqual({
      304: { $ref: '#/components/responses/NotModified' },
      404: { $ref: '#/components/responses/NotFound' },
    });
    expect(paths['/b']).toEqual({ get: { ...paths['/a']?.get, operationId: 'getb' } });
    expect(Object.keys(components.responses ?? {})).toEqual(['NotModified', 'NotFound']);
  });

  it('that only one operation has stay where they are', () => {
    const document = documentOf({ '/a': { get: { responses: { 404: error('NOT_FOUND') } } } });
    expect(withComponents(document)).toEqual(document);
  });

  it('that differ only in their description are shared, and the reference describes them', () => {
    const { paths } = withComponents(
      documentOf({
        '/a': { get: { responses: { 409: error('CONFLICT', 'One.') } } },
        '/b': { get: { responses: { 409: error('CONFLICT', 'Other.') } } },
      }),
    );
    const $ref = '#/components/responses/Conflict';
    expect(paths['/a']?.get?.responses).toEqual({ 409: { $ref } });
    expect(paths['/b']?.get?.responses).toEqual({ 409: { $ref, description: 'Other.' } });
  });

  it('of success stay where they are', () => {
    const responses = { 200: { description: 'The post.', content: json(post) } };
    const document = documentOf({ '/a': { get: { responses } }, '/b': { get: { responses } } });
    expect(withComponents(document)).toEqual(document);
  });

  it('have their headers and examples in components too', () => {
    const of = (code: string) => ({ ...error(code), description: code });
    const { components } = withComponents(
      documentOf({
        '/a': { get: { responses: { 404: of('NOT_FOUND'), 409: of('CONFLICT') } } },
        '/b': { get: { responses: { 404: of('NOT_FOUND') } } },
      }),
    );
    expect(components.headers).toEqual({ XRequestId: { schema: { type: 'string' } } });
    expect(components.responses?.NotFound?.headers).toEqual({
      'X-Request-Id': { $ref: '#/components/headers/XRequestId' },
    });
    const example = { live: { value: { data: { id: 'post_1' } } } };
    const shared = withComponents(
      documentOf({
        '/a': { get: { responses: { 200: { description: 'a', content: json(envelope(post), example) } } } },
        '/b': {
          get: {
            responses: { 200: { description: 'b', headers: {}, content: json(envelope(post), example) } },
          },
        },
      }),
    );
    expect(shared.components.examples).toEqual({ PostExample: example.live });
  });
});

it('the headers of every success are in one place, and others stay with their response', () => {
  const header = (description: string) => ({ schema: { type: 'string' }, description });
  const answering = (headers: Record<string, Part>) => ({
    responses: { 200: { description: '', headers: { 'X-Request-Id': header('Id.'), ...headers } } },
  });
  const document = withComponents(
    documentOf({ '/a': { get: answering({ ETag: header('Tag.') }), post: answering({}) } }),
  );
  expect(document['x-success-headers']).toEqual({ 'X-Request-Id': header('Id.') });
  expect(document.paths['/a']?.get?.responses[200]?.headers).toEqual({ ETag: header('Tag.') });
  expect(document.paths['/a']?.post?.responses[200]).toEqual({ description: '' });
});

describe('parameters', () => {
  const namesOf = (paths: Record<string, Record<string, Given>>) =>
    Object.keys(withComponents(documentOf(paths)).components.parameters ?? {});

  it('in a path are named after their resource', () => {
    const id = (more = {}) => ({ parameters: [parameter('id', 'path', more)] });
    const externalId = (description: string) => ({
      parameters: [parameter('externalId', 'path', { description })],
    });
    expect(
      namesOf({
        '/posts/{id}': { get: id() },
        '/posts/{id}/votes': { get: id() },
        '/statuses/{id}': { get: id(), patch: id() },
        '/post-types/{id}': { get: id(), patch: id() },
        '/companies/{id}': { get: id(), patch: id() },
        '/posts/by-external-id/{externalId}': {
          get: externalId('Of a post.'),
          put: externalId('Of a post.'),
        },
        '/comments/by-external-id/{externalId}': {
          get: externalId('Of a comment.'),
          put: externalId('Of a comment.'),
        },
      }),
    ).toEqual(['PostId', 'StatusId', 'PostTypeId', 'CompanyId', 'PostExternalId', 'CommentExternalId']);
  });

  it('are named after themselves if most operations have the same, otherwise after the operation', () => {
    const limit = { parameters: [parameter('limit')] };
    const other = { parameters: [parameter('limit', 'query', { required: true })] };
    expect(namesOf({ '/a': { get: limit }, '/b': { get: limit }, '/c': { get: other } })).toEqual(['Limit']);
    expect(
      namesOf({
        '/a': { get: limit },
        '/b': { get: other },
        '/c': { get: limit },
        '/d': { get: other },
      }),
    ).toEqual(['GetaLimit', 'GetbLimit']);
  });

  it('in a header lose their hyphens', () => {
    const key = { parameters: [parameter('Idempotency-Key', 'header')] };
    expect(namesOf({ '/a': { post: key, patch: key } })).toEqual(['IdempotencyKey']);
  });
});

it('request bodies are shared under the name of their schema', () => {
  const requestBody = { required: true, content: json({ $ref: '#/components/schemas/VoteIn' }) };
  const { paths, components } = withComponents(
    documentOf({ '/a': { post: { requestBody }, put: { requestBody } } }),
  );
  expect(paths['/a']?.put).toMatchObject({
    requestBody: { $ref: '#/components/requestBodies/VoteRequest' },
    'x-contentType': 'application/json',
  });
  expect(components.requestBodies).toEqual({ VoteRequest: requestBody });
});

describe('schemas', () => {
  it('of envelopes are named after their data, or else after the operation', () => {
    const answering = (data: Part) => ({
      responses: { 200: { description: '', content: json(envelope(data)) } },
    });
    const { paths, components } = withComponents(
      documentOf({
        '/a': {
          get: answering(post),
          post: answering({ type: 'array', items: post }),
          put: answering({ type: 'object' }),
        },
      }),
    );
    expect(Object.keys(components.schemas ?? {})).toEqual([
      'PostEnvelope',
      'PostListEnvelope',
      'PutaEnvelope',
    ]);
    expect(paths['/a']?.get?.responses[200]?.content?.['application/json']?.schema).toEqual({
      $ref: '#/components/schemas/PostEnvelope',
    });
  });

  it('with a title become components, whose own title goes', () => {
    const place = {
      title: 'Place',
      type: 'object',
      properties: { inside: { title: 'Room', type: 'object' } },
    };
    const { components } = withComponents(
      documentOf(
        {},
        {
          House: {
            title: 'House',
            properties: { title: { type: 'string' }, at: place, old: { items: place } },
          },
          Person: { anyOf: [{ title: 'House', required: ['title'] }, { type: 'null' }] },
        },
      ),
    );
    const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    expect(components.schemas).toEqual({
      House: { properties: { title: { type: 'string' }, at: to('Place'), old: { items: to('Place') } } },
      Person: { anyOf: [to('House'), { type: 'null' }] },
      Place: { type: 'object', properties: { inside: to('Room') } },
      Room: { type: 'object' },
    });
  });
});

it('a schema that extends another one references it', () => {
  const base = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } };
  const longer = { ...base, properties: { ...base.properties, b: { type: 'number' } }, 'x-extends': 'Base' };
  const { components } = withComponents(documentOf({}, { Base: base, Longer: longer }));
  expect(components.schemas?.Longer).toEqual({
    allOf: [{ $ref: '#/components/schemas/Base' }, { type: 'object', properties: { b: { type: 'number' } } }],
  });
});

it('a schema that has all shared fields references them, also inside another schema', () => {
  const fields = { a: { type: 'string' }, b: { type: 'string' } };
  const own = { c: { type: 'number' } };
  const { components } = withComponents(
    documentOf(
      {},
      {
        Shared: { type: 'object', properties: fields, 'x-shared-fields': true },
        All: { type: 'object', required: ['c'], properties: { ...fields, ...own }, description: 'All.' },
        Same: { type: 'object', properties: fields },
        Some: { type: 'object', properties: { a: fields.a, ...own } },
        List: { type: 'array', items: { type: 'object', properties: { ...fields, ...own } } },
      },
    ),
  );
  const shared = { $ref: '#/components/schemas/Shared' };
  expect(components.schemas).toEqual({
    Shared: { type: 'object', properties: fields },
    All: { allOf: [shared, { type: 'object', required: ['c'], properties: own }], description: 'All.' },
    Same: { allOf: [shared] },
    Some: { type: 'object', properties: { a: fields.a, ...own } },
    List: { type: 'array', items: { allOf: [shared, { type: 'object', properties: own }] } },
  });
});

it('says in words what a field is by default, and has only examples of the whole', () => {
  const properties = {
    format: { type: 'string', default: 'text', examples: ['html'] },
    inside: { properties: { isOn: { type: 'boolean', default: false, description: 'Whether.' } } },
  };
  const { components } = withComponents(
    documentOf({}, { House: { properties, examples: [{ format: 'text' }] } }),
  );
  expect(components.schemas?.House).toEqual({
    examples: [{ format: 'text' }],
    properties: {
      format: { type: 'string', description: 'Default: `text`.' },
      inside: { properties: { isOn: { type: 'boolean', description: 'Whether. Default: `false`.' } } },
    },
  });
});

it('leaves the given document as it is, and has nothing to add to its result', () => {
  const responses = { 404: error('NOT_FOUND') };
  const document = documentOf({ '/a': { get: { responses } }, '/b': { get: { responses } } });
  const before = structuredClone(document);
  const after = withComponents(document);
  expect(document).toEqual(before);
  expect(withComponents(after)).toEqual(after);
});
