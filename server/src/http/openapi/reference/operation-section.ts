// One operation: what it does, what it takes, and how to call it.

import { type Html, html } from '../../../domain/kernel/html.ts';
import { codeOf } from '../../kernel/failures.ts';
import { slugOf } from '../../kernel/help-links.ts';
import type { ResponsePart } from '../document.ts';
import type { Operation, Resolve, Schema } from './document.ts';
import { examplesOf, type Language, languages } from './examples.ts';
import type { FieldWriter } from './fields.ts';
import { prose } from './prose.ts';

const places: Record<string, string> = {
  path: 'Path parameters',
  query: 'Query parameters',
  header: 'Headers',
};

export const operationSection = (operation: Operation, write: FieldWriter, resolve: Resolve): Html => {
  const { id, method, path, summary, description, twin } = operation;
  return html`<section class="operation" id="${id}">
<div class="text">
<h2><a href="#${id}">${summary}</a></h2>
<p class="endpoint">${methodBadge(method)} <code>${breakable(path)}</code></p>
${prose(description)}${
  twin !== undefined &&
  html`<p id="${twin.id}" class="twin">By your own ID: <code>${breakable(twin.path)}</code></p>`
}
<h3>Responses</h3>
<ul class="responses">${operation.responses.map(responseRow)}</ul>
</div>
<div class="parameters">${takenBy(operation, write)}</div>
<div class="examples">
${exampleBlocks(examplesOf(operation, resolve), 'Request')}
${operation.responses.map(([status, response], index) => responseExample(status, response, resolve, index === 0))}
</div>
</section>`;
};

export const methodBadge = (method: string): Html =>
  html`<span class="method ${method.toLowerCase()}">${method}</span>`;

/** Lines can end after a slash. */
const breakable = (path: string): Html[] => path.split(/(?<=\/)/).map((part) => html`${part}<wbr>`);

function responseRow([status, { description }]: [string, ResponsePart]): Html {
  const code = codeOf(Number(status));
  return html`<li><span class="status">${status}</span> <span>${
    code === null ? prose(description) : html`<p><a href="errors#${slugOf(code)}">${code}</a></p>`
  }</span></li>`;
}

function takenBy({ parameters, json, form }: Operation, write: FieldWriter): Html[] {
  const lists = Object.entries(places).flatMap(([place, title]) => {
    const fields = parameters
      .filter((parameter) => parameter.in === place)
      .map(({ name, schema, description, required }) => ({
        name,
        schema: { ...schema, ...(description !== undefined && { description }) },
        isRequired: required === true,
      }));
    return fields.length === 0 ? [] : [{ place, block: html`<h3>${title}</h3>${write.listOf(fields)}` }];
  });
  const body = bodyBlock(json, form, write);
  const before = lists.filter(({ place }) => place !== 'header').map(({ block }) => block);
  const headers = lists.filter(({ place }) => place === 'header').map(({ block }) => block);
  return [...before, ...(body === undefined ? [] : [body]), ...headers];
}

function bodyBlock(json: Schema | undefined, form: Schema | undefined, write: FieldWriter): Html | undefined {
  const schema = form ?? json;
  if (schema === undefined) return undefined;
  const kinds = json === undefined ? 'form' : form === undefined ? 'JSON' : 'JSON, or a form with files';
  return html`<h3>Body <span class="type">${kinds}</span></h3>${write.list(schema)}`;
}

/** The same in each language; the page shows the chosen one. */
export const exampleBlocks = (examples: Record<Language, string>, title: string): Html[] =>
  (Object.keys(languages) as Language[]).map(
    (language) =>
      html`<figure class="example in-${language}"><figcaption>${title} <span>${languages[language]}</span></figcaption><pre><code>${examples[language]}</code></pre></figure>`,
  );

function responseExample(
  status: string,
  response: ResponsePart,
  resolve: Resolve,
  isOpen: boolean,
): Html | undefined {
  const [media] = Object.values(response.content ?? {});
  const [example] = Object.values(media?.examples ?? {});
  if (example === undefined) return undefined;
  const text = JSON.stringify(resolve(example).value, null, 2);
  const code = codeOf(Number(status));
  return html`<details class="example"${isOpen && html` open`}><summary><span class="status">${status}</span> ${
    code ?? 'Response'
  }</summary><pre><code>${text}</code></pre></details>`;
}
