// The pages of the reference, written from the OpenAPI document: a first page, one per resource, and one about errors.

import { failureCodes } from '../../../domain/kernel/failure.ts';
import { type Html, html } from '../../../domain/kernel/html.ts';
import { slugOf } from '../../kernel/help-links.ts';
import type { DocumentPart } from '../document.ts';
import { type ReadDocument, type Resource, readDocument, type Schema } from './document.ts';
import { errorSections, errorTitle } from './errors.ts';
import { setUp } from './examples.ts';
import { type FieldWriter, fieldWriter } from './fields.ts';
import { layoutOf } from './layout.ts';
import { exampleBlocks, methodBadge, operationSection } from './operation-section.ts';
import { prose } from './prose.ts';
import { searchScript } from './search-script.ts';

export interface ReferencePages {
  /** The page at this name; undefined if there is none. The first page is at ''. */
  page(slug: string): string | undefined;
  /** The first page with what matches a search. */
  found(query: string): string;
  /** Search as you type. */
  script(): string;
}

/** A place that a search can find. */
interface Entry {
  text: string;
  method: string;
  detail: string;
  href: string;
}

export function referencePages(document: DocumentPart, publicUrl: string): ReferencePages {
  const read = readDocument(document);
  const write = fieldWriter(read.resolve);
  const layout = layoutOf(read.resources);
  const entries = entriesOf(read);
  const first = (matching: readonly Entry[] | undefined, query = ''): string =>
    layout({ title: 'Overview', slug: '', query, content: overview(read, publicUrl, matching, query) });
  return {
    page(slug) {
      if (slug === '') return first(undefined);
      if (slug === 'errors') return layout({ title: 'Errors', slug, content: errorsContent() });
      const resource = read.resources.find((each) => each.slug === slug);
      if (resource === undefined) return undefined;
      return layout({
        title: resource.title,
        slug,
        content: resourceContent(resource, read, write, publicUrl),
      });
    },
    found(query) {
      const words = query.toLowerCase().split(/\s+/);
      const matches = ({ text, detail, method }: Entry) =>
        words.every((word) => `${method} ${text} ${detail}`.toLowerCase().includes(word));
      return first(entries.filter(matches), query);
    },
    script: () => searchScript(entries),
  };
}

function entriesOf({ resources }: ReadDocument): Entry[] {
  return [
    ...resources.flatMap(({ slug, operations }) =>
      operations.map(({ id, method, path, summary }) => ({
        text: summary,
        method,
        detail: path,
        href: `${slug}#${id}`,
      })),
    ),
    ...failureCodes.map((code) => ({
      text: errorTitle(code),
      method: '',
      detail: code,
      href: `errors#${slugOf(code)}`,
    })),
  ];
}

function overview(
  { introduction, resources }: ReadDocument,
  publicUrl: string,
  matching: readonly Entry[] | undefined,
  query: string,
): Html {
  if (matching !== undefined)
    return html`<h1>Search</h1><p>${matching.length} ${matching.length === 1 ? 'result' : 'results'} for “${query}”.</p>
<ul class="index">${matching.map(
      ({ text, method, detail, href }) =>
        html`<li><a href="${href}">${
          method !== '' && methodBadge(method)
        } ${text}</a> <code>${detail}</code></li>`,
    )}</ul>`;
  return html`<div class="intro"><div><h1>Earshot API</h1>${prose(introduction)}</div>
<div class="examples">${exampleBlocks(setUp(publicUrl), 'Set up')}</div></div>
${resources.map(
  ({ slug, title, description, operations }) => html`<section class="group">
<h2><a href="${slug}">${title}</a></h2>${prose(description)}
<ul class="index">${operations.map(
    ({ id, method, path, summary }) =>
      html`<li><a href="${slug}#${id}">${methodBadge(method)} ${summary}</a> <code>${path}</code></li>`,
  )}</ul></section>`,
)}`;
}

const errorsContent = (): Html => html`<h1>Errors</h1>
${prose(`An error is \`{"error": {"code", "message", "status"}}\`, on 400 often with \`details\`, one entry per wrong field. Branch on \`code\`; show \`message\` to a developer. The \`Link\` header of every error leads to its section here.

An error with \`Retry-After\` is temporary: wait that many seconds and repeat the request. Any other error is final until you change something.`)}
${errorSections()}`;

function resourceContent(
  resource: Resource,
  read: ReadDocument,
  write: FieldWriter,
  publicUrl: string,
): Html {
  const { title, description, operations, slug } = resource;
  const objects = objectsOf(resource, read);
  return html`<div class="intro"><div><h1>${title}</h1>${prose(description)}</div>
<div class="examples">${exampleBlocks(setUp(publicUrl), 'Set up')}</div></div>
${operations.map((operation) => operationSection(operation, write, read.resolve))}
${slug === 'events' && eventTypes(read)}
${objects.map(
  ([name, schema]) => html`<section class="object" id="${name}">
<div class="text"><h2><a href="#${name}">${name}</a></h2>${prose(read.resolve(schema).description)}</div>
<div class="parameters"><h3>Fields</h3>${write.list(schema)}</div>
</section>`,
)}`;
}

const eventTypes = ({ events }: ReadDocument): Html => html`<section class="object" id="event-types">
<div class="text"><h2><a href="#event-types">Types of events</a></h2></div>
<div class="parameters"><ul class="fields">${events.map(
  ([type, summary]) => html`<li><code class="name">${type}</code><p>${summary}.</p></li>`,
)}</ul></div></section>`;

/** The named objects in the successes of a resource; of a page, its items. */
function objectsOf({ operations }: Resource, { resolve }: ReadDocument): [string, Schema][] {
  const found = new Map<string, Schema>();
  for (const { responses } of operations)
    for (const [status, { content = {} }] of responses) {
      if (!status.startsWith('2')) continue;
      const envelope = content['application/json']?.schema as Schema | undefined;
      const data = envelope === undefined ? undefined : resolve(envelope).properties?.data;
      const named = data === undefined ? undefined : itemOf(data, resolve);
      if (named?.$ref !== undefined) found.set(named.$ref.split('/').at(-1) ?? '', named);
    }
  return [...found];
}

function itemOf(data: Schema, resolve: (schema: Schema) => Schema): Schema {
  const { items, properties = {} } = resolve(data);
  if (items !== undefined) return items;
  const list = Object.values(properties).find((property) => resolve(property).items !== undefined);
  return 'hasMore' in properties && list !== undefined ? (resolve(list).items ?? data) : data;
}
