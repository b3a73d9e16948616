// Every success of the console's endpoints is checked against their declaration: nothing missing, nothing undeclared.

import { Value } from 'typebox/value';
import { expect } from 'vitest';
import { consoleTable } from '../../src/http/console/index.ts';

const prefix = '/console/api';

const pathShape = (url: string): RegExp =>
  new RegExp(`^${prefix}${url.replaceAll(/:\w+/g, '[^/]+')}(?:\\?|$)`);

const rows = consoleTable.map(([method, url, , { answer, status }]) => ({
  method,
  shape: pathShape(url),
  answer,
  status,
}));

export function expectDeclaredAnswer(method: string, path: string, status: number, body: unknown): void {
  if (!path.startsWith(`${prefix}/`) || status >= 300) return;
  const row = rows.find((known) => known.method === method && known.shape.test(path));
  if (row?.answer === undefined) throw new Error(`${method} ${path} is not declared.`);
  expect(status).toBe(row.status);
  const { data } = body as { data: unknown };
  expect([...Value.Errors(row.answer, data)], `${method} ${path}`).toEqual([]);
  expect(Value.Clean(row.answer, structuredClone(data)), `${method} ${path}`).toEqual(data);
}
