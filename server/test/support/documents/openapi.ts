// Checks a response against the OpenAPI document that the running program publishes.

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import type { Answer } from '../caller.ts';

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, object | { $ref: string }> }>>;
  components: { schemas: Record<string, object> };
}

interface Judge {
  document: Document;
  validate(pointer: string): ValidateFunction;
}

/** Every program publishes the same document. Reading it and compiling its schemas takes as long as a whole program. */
let judge: Judge | undefined;

function judgeOf(app: FastifyInstance): Judge {
  judge ??= newJudge(app.swagger() as unknown as Document);
  return judge;
}

function newJudge(document: Document): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'https://openapi.test/', ...document });
  const compiled = new Map<string, ValidateFunction>();
  return {
    document,
    validate(pointer) {
      const validator = compiled.get(pointer) ?? ajv.compile({ $ref: `https://openapi.test/#${pointer}` });
      compiled.set(pointer, validator);
      return validator;
    },
  };
}

const escaped = (segment: string) =>
  segment.replaceAll('~', '~0').replaceAll('/', '~1').replaceAll('{', '%7B').replaceAll('}', '%7D');

/** What to check. */
export type Judged = Pick<Answer, 'status' | 'body' | 'text'> & {
  headers: Record<string, string | undefined>;
};

/** Responses of undocumented paths and methods must be errors of the common shape. */
export function checkAgainstOpenapi(
  app: FastifyInstance,
  method: string,
  path: string,
  answer: Answer,
): void {
  expect(complaintAbout(app, method, path, answer)).toBeUndefined();
}

/** The deviation from the document; undefined if none. */
export function complaintAbout(
  app: FastifyInstance,
  method: string,
  path: string,
  answer: Judged,
): string | undefined {
  const { document, validate } = judgeOf(app);
  const [pathname = ''] = path.split('?', 1);
  const templates = Object.keys(document.paths).filter((candidate) => fits(candidate, pathname));
  // As in the router, a literal path wins over a parameter.
  const template = templates.find((candidate) => !candidate.includes('{')) ?? templates[0];
  const verb = method === 'HEAD' ? 'get' : method.toLowerCase();
  const operation = template === undefined ? undefined : document.paths[template]?.[verb];
  if (template === undefined || operation === undefined) {
    if (answer.body === undefined) return undefined;
    return invalidity(validate('/components/schemas/ApiError'), answer);
  }
  const response = operation.responses[answer.status];
  if (response === undefined)
    return `${method} ${template} does not document status ${answer.status}: ${answer.text}`;
  if (method === 'HEAD' || answer.status === 304) return undefined;
  const inline = ['', 'paths', template, verb, 'responses', String(answer.status)].map(escaped).join('/');
  const pointer = '$ref' in response ? response.$ref.slice('#'.length) : inline;
  const { 'content-type': type } = answer.headers;
  if (type === 'application/zip' && 'content' in response)
    return type in (response.content as object) ? undefined : `${method} ${template} answered as ${type}`;
  if (type !== 'application/json; charset=utf-8')
    return `${method} ${template} answered as ${answer.headers['content-type']}`;
  return invalidity(validate(`${pointer}/content/application~1json/schema`), answer);
}

const invalidity = (validator: ValidateFunction, { body, text }: Judged): string | undefined =>
  validator(body) ? undefined : `${JSON.stringify(validator.errors)} in ${text.slice(0, 2000)}`;

function fits(template: string, pathname: string): boolean {
  const expected = template.split('/');
  const given = pathname.replace(/\/$/, '').split('/');
  return (
    expected.length === given.length &&
    expected.every((part, index) => part.startsWith('{') || part === given[index])
  );
}
