// A request as it is written with curl, the typed client and Python. The address and the key come from the environment.

import { clientCallOf } from './client-calls.ts';
import type { Operation, Parameter, Resolve, Schema } from './document.ts';

export const languages = { curl: 'curl', client: 'TypeScript', python: 'Python' } as const;
export type Language = keyof typeof languages;

const clientImport = "import { Earshot } from '@earshot/client';";

/** What all examples of a page need first. */
export const setUp = (publicUrl: string): Record<Language, string> => ({
  curl: `export EARSHOT_URL=${publicUrl}\nexport EARSHOT_KEY=sk_test_es_…  # your key`,
  client: `${clientImport}

const earshot = new Earshot({
  baseUrl: '${publicUrl}',
  apiKey: process.env.EARSHOT_KEY ?? '', // your key
});`,
  python: `import os, requests

url = "${publicUrl}"
api = requests.Session()
api.headers["Authorization"] = f"Bearer {os.environ['EARSHOT_KEY']}"  # your key`,
});

/** An operation with example values. */
interface Request {
  operation: Operation;
  /** With values in place of parameters. */
  path: string;
  pathValues: string[];
  query: [name: string, value: string][];
  body: unknown;
  /** The name of the part that takes files, if files are all that it takes. */
  filePart: string | undefined;
  /** The file for it. */
  file: string;
}

/** Operations that take one file, and an example of it. The others take an export. */
const singleFiles: Record<string, string> = { setSiteLogo: 'logo.png' };

export function examplesOf(operation: Operation, resolve: Resolve): Record<Language, string> {
  const request = requestOf(operation, resolve);
  return { curl: inCurl(request), client: inClient(request), python: inPython(request) };
}

function requestOf(operation: Operation, resolve: Resolve): Request {
  const { parameters, json, form, path } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const exampleOf = ({ name, example, schema }: Parameter): string =>
    String(example ?? resolve<Schema>(schema).examples?.[0] ?? `{${name}}`);
  const shown = parameters.filter(
    (parameter) =>
      parameter.in === 'query' &&
      (parameter.required === true || (parameter.name === 'filters' && parameter.example !== undefined)),
  );
  return {
    operation,
    path: inPath.reduce(
      (filled, parameter) => filled.replace(`{${parameter.name}}`, encodeURIComponent(exampleOf(parameter))),
      path,
    ),
    pathValues: inPath.map(exampleOf),
    query: shown.map((parameter) => [parameter.name, exampleOf(parameter)]),
    body: json === undefined ? undefined : resolve(json).examples?.[0],
    filePart: json === undefined && form !== undefined ? 'file' : undefined,
    file: singleFiles[operation.id] ?? 'export.zip',
  };
}

const isDownload = ({ responses }: Operation): boolean =>
  responses.some(([, { content = {} }]) => 'application/zip' in content);

function inCurl({ operation, path, query, body, filePart, file }: Request): string {
  const { method } = operation;
  const isDefault = method === 'GET' || (method === 'POST' && (body !== undefined || filePart !== undefined));
  return [
    `curl ${query.length > 0 ? '-G ' : ''}${isDefault ? '' : `-X ${method} `}"$EARSHOT_URL${path}"`,
    '-H "Authorization: Bearer $EARSHOT_KEY"',
    ...query.map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`)}`),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body, null, 2))}`]),
    ...(filePart === undefined ? [] : [`-F ${filePart}=@${file}`]),
    ...(isDownload(operation) ? ['-o export.zip'] : []),
  ].join(' \\\n  ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function inClient({ operation, pathValues, query, body, filePart, file }: Request): string {
  const call = clientCallOf(operation);
  const ownBody = bodyArgument(call, body);
  const options = Object.fromEntries(
    query.map(([name, value]) => [name, name === 'filters' ? filtersIn(value) : value]),
  );
  const values = [
    ...pathValues,
    ...(ownBody === undefined ? [] : [ownBody]),
    ...(query.length > 0 ? [options] : []),
  ].map((value) => literal(value, typeScript));
  const input = `{ path: '${file}' }`;
  if (filePart !== undefined) values.push(operation.id in singleFiles ? input : `{ files: [${input}] }`);
  const expression = `earshot.${call}(${values.join(', ')})`;
  return isIterated(operation)
    ? `for await (const each of ${expression}) {\n  console.log(each);\n}`
    : `const result = await ${expression};`;
}

/** Lists that the client pages through. */
const isIterated = ({ parameters, method }: Operation): boolean =>
  method === 'GET' && parameters.some(({ name }) => name === 'cursor');

/** Some methods take a list instead of a body with one. */
function bodyArgument(call: string, body: unknown): unknown {
  if (call === 'batch') return (body as { operations: unknown }).operations;
  return call.endsWith('.reorder') ? (body as { ids: unknown }).ids : body;
}

/** `a:1;a:2` as `{ a: ['1', '2'] }`. */
function filtersIn(text: string): Record<string, unknown> {
  const filters: Record<string, unknown> = {};
  for (const pair of text.split(';')) {
    const [name = '', ...value] = pair.split(':');
    const given = value.join(':');
    const own = given === 'true' || given === 'false' ? given === 'true' : given;
    filters[name] = name in filters ? [filters[name], own].flat() : own;
  }
  return filters;
}

function inPython({ operation, path, query, body, filePart, file }: Request): string {
  const options = [
    ...(query.length > 0 ? [`params=${literal(Object.fromEntries(query), python)}`] : []),
    ...(body === undefined ? [] : [`json=${literal(body, python)}`]),
    ...(filePart === undefined ? [] : [`files={"${filePart}": open("${file}", "rb")}`]),
  ];
  const call = `api.${operation.method.toLowerCase()}(f"{url}${path}"${options.map((option) => `, ${option}`).join('')})`;
  const result = isDownload(operation)
    ? 'open("export.zip", "wb").write(response.content)'
    : 'print(response.json()["data"])';
  return `response = ${call}\nresponse.raise_for_status()\n${result}`;
}

interface Syntax {
  key(name: string): string;
  text(value: string): string;
  word(value: unknown): string;
}
const typeScript: Syntax = {
  key: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`),
  text: (value) => `'${value.replace(/[\\']/g, '\\$&').replaceAll('\n', '\\n')}'`,
  word: String,
};
const python: Syntax = {
  key: (name) => JSON.stringify(name),
  text: (value) => JSON.stringify(value),
  word: (value) => ({ true: 'True', false: 'False', null: 'None' })[String(value)] ?? String(value),
};

const maxLine = 60;

/** A JSON value as code; on one line if it is short. */
function literal(value: unknown, syntax: Syntax, indent = ''): string {
  if (typeof value === 'string') return syntax.text(value);
  if (typeof value !== 'object' || value === null) return syntax.word(value);
  const deeper = `${indent}  `;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((item) => literal(item, syntax, deeper))
    : Object.entries(value).map(([name, item]) => `${syntax.key(name)}: ${literal(item, syntax, deeper)}`);
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const line = items.join(', ');
  if (line.length <= maxLine && !line.includes('\n'))
    return isList || syntax === python ? open + line + close : `${open} ${line} ${close}`;
  return `${open}\n${items.map((item) => `${deeper}${item},\n`).join('')}${indent}${close}`;
}
