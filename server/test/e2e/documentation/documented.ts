// Checks request bodies against the OpenAPI document. Stricter than the server, which ignores fields that it doesn't
// know: an example that names one teaches something wrong.

import { Ajv2020 } from 'ajv/dist/2020.js';
import { resolved } from '../../support/documents/openapi-document.ts';
import type { Exchange } from '../../support/network/forwarding.ts';

interface Node {
  $ref?: string;
  [key: string]: unknown;
}

export interface Documented {
  /** What is wrong with a JSON body of this operation. */
  faultsOf(method: string, path: string, body: unknown): string[];
}

export function documentedBy(served: object): Documented {
  const document = resolved(served);
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false });
  const at = (node: unknown, key: string): Node => {
    const next = (node as Node | undefined)?.[key] as Node;
    return next?.$ref === undefined
      ? next
      : next.$ref
          .slice(2)
          .split('/')
          .reduce(at, document as Node);
  };
  const { paths, components } = document as { paths: object; components: object };

  return {
    faultsOf(method, path, body) {
      const [pathname = ''] = path.split('?');
      const templates = Object.keys(paths).filter((template) => fits(template, pathname));
      const template = templates.toSorted((a, b) => parametersIn(a) - parametersIn(b))[0];
      if (template === undefined) return [`${pathname} is not documented`];
      const steps = ['paths', template, method.toLowerCase(), 'requestBody', 'content', 'application/json'];
      const schema = [...steps, 'schema'].reduce(at, document as Node);
      if (schema?.properties === undefined) return [`${method} ${template} has no documented JSON body`];
      const validate = ajv.compile({ components, ...schema });
      const unknown = Object.keys(body as object).filter(
        (name) => !Object.hasOwn(schema.properties as object, name),
      );
      const invalid = validate(body) ? [] : (validate.errors ?? []);
      return [
        ...unknown.map((name) => `${method} ${template} has no field "${name}"`),
        ...invalid.map(({ instancePath, message }) => `${method} ${template}: ${instancePath} ${message}`),
      ];
    },
  };
}

const parametersIn = (template: string): number => template.split('{').length;

function fits(template: string, pathname: string): boolean {
  const [expected, given] = [template.split('/'), pathname.split('/')];
  return (
    expected.length === given.length &&
    expected.every((part, index) => part.startsWith('{') || part === given[index])
  );
}

/** What an operation of a batch takes from an earlier one is an ID. */
const withoutReferences = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && '$ref' in value ? String(value.$ref) : value;

interface Operation {
  method: string;
  path: string;
  body?: unknown;
}

/** The operations with a JSON body that succeeded, those of batches one by one. */
export function operationsIn(exchanges: readonly Exchange[]): Required<Operation>[] {
  const all = exchanges.flatMap(({ method, path, requestHeaders, requestBody, status }): Operation[] => {
    const isJson = requestHeaders['content-type'] === 'application/json' && requestBody !== '';
    if (!isJson || status >= 300) return [];
    const body = JSON.parse(requestBody, withoutReferences);
    const operations: Operation[] = path === '/v1/batch' ? body.operations : [];
    return [{ method, path, body }, ...operations].map((one) => ({
      ...one,
      path: one.path.replace(/^\/v1/, ''),
    }));
  });
  return all.filter((operation): operation is Required<Operation> => operation.body !== undefined);
}
