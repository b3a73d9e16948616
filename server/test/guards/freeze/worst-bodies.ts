// The most expensive bodies of an operation: each field as long, wide, deep or hostile as possible, in JSON and
// forms.

import {
  type ApiOperation,
  choicesOf,
  type FieldPlace,
  fieldsOf,
  isOfType,
  kindOfField,
  lastName,
  typesOf,
} from '../document.ts';
import { validRequest, validValue } from '../world.ts';
import {
  largestJson,
  type Markup,
  type WorstCase,
  type WorstCases,
  type WorstSurroundings,
} from './worst-case.ts';
import {
  costliestScripts,
  costliestToRefuse,
  documents,
  markups,
  scriptOf,
  scripts,
  worstFiles,
} from './worst-texts.ts';

export function* worstBodies(surroundings: WorstSurroundings): WorstCases {
  const { json } = surroundings.operation;
  if (json === undefined) return;
  for (const place of fieldsOf(json)) yield* ofField(surroundings, place);
  if (!surroundings.knowsMostFields) return;
  yield* ofAnything(surroundings, { path: ['unknown'], schema: {} });
  yield* ofUnknown(surroundings);
}

export const knownFields = ({ json }: ApiOperation): string[] => Object.keys(json?.properties ?? {});

/** Names that the operation does not know, and has to name, or to compare with those it knows. */
function* ofUnknown({ operation, world }: WorstSurroundings): WorstCases {
  const names = knownFields(operation);
  const misspelled = Array.from({ length: 37_000 }, (_, index) => [
    `${names[index % names.length]}${index}`,
    1,
  ]);
  const bodies: [string, object][] = [
    ['37,000 unknown fields', wide],
    ['37,000 misspelled fields', Object.fromEntries(misspelled)],
    ['an unknown field with a name of 900 KB', { ['é'.repeat(450_000)]: 1 }],
  ];
  for (const [what, fields] of bodies)
    for (const prefer of ['handling=lenient', 'handling=strict'])
      yield {
        label: `${what}, ${prefer}`,
        ask: (attempt) => {
          const valid = validRequest(operation, world, attempt);
          return { ...valid, body: { ...(valid.body as object), ...fields }, headers: { prefer } };
        },
      };
}

function* ofField(surroundings: WorstSurroundings, place: FieldPlace): WorstCases {
  const { schema } = place;
  if (typesOf(schema).length === 0) return yield* ofAnything(surroundings, place);
  const isRichText = isOfType(schema, 'string') && isOfType(schema, 'object');
  if (isRichText) return yield* ofRichText(surroundings, place);
  if (isOfType(schema, 'array')) return yield* ofList(surroundings, place);
  if (isOfType(schema, 'string') && choicesOf(schema) === undefined) yield* ofText(surroundings, place);
}

/** A valid body with one field replaced, at any depth. */
function askWith(
  { operation, world }: WorstSurroundings,
  { path }: FieldPlace,
  value: unknown,
  more: object = {},
): WorstCase['ask'] {
  return (attempt) => {
    const valid = validRequest(operation, world, attempt);
    return { ...valid, body: { ...(placed(valid.body, path, value) as object), ...more } };
  };
}

/** An object with one value replaced, at any depth. */
export function placed(within: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (name === '[]') return [placed(Array.isArray(within) ? within[0] : undefined, rest, value)];
  const object = typeof within === 'object' && within !== null && !Array.isArray(within) ? within : {};
  return { ...object, [name]: placed((object as Record<string, unknown>)[name], rest, value) };
}

const wrapped = (name: string, text: string): string => {
  if (/email$/i.test(name)) return `${text.replaceAll(' ', '.')}@example.com`;
  return /url$/i.test(name) ? `https://example.com/${text}` : text;
};

/** Lengths to try, longest first, including those in the description. */
const lengthsOf = (description = ''): number[] => {
  const named = [...description.matchAll(/\d[\d,]*/g)].map(([digits]) => Number(digits.replaceAll(',', '')));
  const kilobytes = named.map((number) => number * 1024).filter((number) => number <= 102_400);
  const common = [100_000, 10_000, 2_000, 1_000, 255, 200, 100, 64];
  return [...new Set([...common, ...named, ...kilobytes])]
    .filter((length) => length > 1)
    .sort((a, b) => b - a);
};

function* ofText(surroundings: WorstSurroundings, place: FieldPlace): WorstCases {
  const { longestTexts, onlyStored } = surroundings;
  const name = lastName(place);
  const at = place.path.join('.');
  const ask = (script: string, length: number): WorstCase => ({
    label: `${at} of ${length} characters, ${script}`,
    ask: askWith(surroundings, place, wrapped(name, scriptOf(script).make(length))),
  });
  const kind = `${name} ${JSON.stringify(place.schema)}`;
  const known = longestTexts.get(kind);
  let accepted = 0;
  for (const length of known === undefined ? lengthsOf(place.schema.description) : [known]) {
    if (length === 0) break;
    const { status } = yield ask('one Latin word', length);
    if (status < 400) {
      accepted = length;
      break;
    }
  }
  longestTexts.set(kind, Math.max(accepted, known ?? 0));
  const isNew = known === undefined;
  if (accepted > 0)
    for (const script of isNew ? Object.keys(scripts) : costliestScripts) yield ask(script, accepted);
  if (!onlyStored)
    for (const script of isNew ? costliestScripts : [costliestToRefuse])
      yield ask(script, Math.floor(largestJson / 4));
  if (name === 'createdAt') {
    const { crowdedAt } = surroundings.costly;
    yield { label: `${at} where thousands of others are`, ask: askWith(surroundings, place, crowdedAt) };
    yield {
      label: `${at} where thousands of others are, for good`,
      ask: askWith(surroundings, place, crowdedAt),
      isLive: true,
    };
  }
}

function* ofRichText(surroundings: WorstSurroundings, place: FieldPlace): WorstCases {
  const name = lastName(place);
  if (!surroundings.onlyStored) yield* ofMarkup(surroundings, place);
  for (const [script, { make, bytes }] of Object.entries(scripts))
    yield {
      label: `${name} as long as it may be, ${script}`,
      ask: askWith(surroundings, place, make(Math.floor(100_000 / bytes))),
    };
  for (const [what, make] of Object.entries(documents))
    for (const size of [1_500, 500, 30])
      yield { label: `${name}: ${what} of ${size}`, ask: askWith(surroundings, place, make(size)) };
}

/** How many of the most expensive ones to try again in every field with the same parser. */
const enoughMarkup = 6;

function* ofMarkup(surroundings: WorstSurroundings, place: FieldPlace): WorstCases {
  const { costliestMarkup } = surroundings;
  const name = lastName(place);
  const ask = ({ format, piece, length }: Markup): WorstCase => ({
    label: `${name} of ${length} characters, ${format} of ${JSON.stringify(piece)}`,
    ask: askWith(surroundings, place, piece.repeat(Math.floor(length / piece.length)), {
      [`${name}Format`]: format,
    }),
  });
  const kind = `${name} ${JSON.stringify(place.schema)}`;
  const known = costliestMarkup.get(kind);
  if (known !== undefined) {
    for (const markup of known) yield ask(markup);
    return;
  }
  const tried: (Markup & { longestMs: number })[] = [];
  for (const [format, pieces] of Object.entries(markups))
    for (const piece of pieces)
      for (const length of [102_400, 10_000]) {
        const { status, longestMs } = yield ask({ format, piece, length });
        tried.push({ format, piece, length, longestMs });
        if (status < 400) break;
      }
  const byCost = tried.sort((one, other) => other.longestMs - one.longestMs);
  costliestMarkup.set(kind, byCost.slice(0, enoughMarkup));
}

function* ofList(surroundings: WorstSurroundings, place: FieldPlace): WorstCases {
  const { operation, world, costly } = surroundings;
  const at = place.path.join('.');
  const item = { path: [...place.path, '[]'], schema: place.schema.items ?? {} };
  const kind = kindOfField(operation, lastName(place));
  const crowd =
    kind === undefined || kind === 'any' ? [] : [...(costly.crowd[kind] ?? []), ...world.ids[kind]];
  const itemOf = (index: number, attempt: string): unknown => {
    if (item.schema.properties !== undefined) return personOf(index, attempt, item);
    return crowd[index] ?? `item ${index} ${attempt}`;
  };
  const personOf = (index: number, attempt: string, { schema, path }: FieldPlace) =>
    schema.properties?.email === undefined
      ? validValue(
          operation,
          { path, schema: { type: 'array', items: schema } },
          world,
          `${attempt}-${index}`,
        )
      : { email: `listed-${attempt}-${index}@example.com`, name: `Listed ${index}` };
  if (!surroundings.onlyStored)
    for (const [what, last] of [
      ['valid', 'x'],
      ['invalid', 1],
    ] as const)
      yield {
        label: `${at} as long as a body, its last entry ${what}`,
        ask: askWith(surroundings, place, [
          ...Array.from({ length: 70_000 }, (_, index) => `${index}`),
          last,
        ]),
      };
  let accepted = false;
  for (const count of [10_000, 1_000, 200, 100, 50, 20]) {
    const { status } = yield {
      label: `${at} of ${count}`,
      ask: (attempt) =>
        askWith(
          surroundings,
          place,
          Array.from({ length: count }, (_, index) => itemOf(index, attempt)),
        )(attempt),
    };
    if (accepted) return;
    accepted = status < 400;
  }
}

const deep = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000));
const wide = Object.fromEntries(Array.from({ length: 37_000 }, (_, index) => [`field${index}`, index]));
const various = Array.from({ length: 24_500 }, (_, index) => ({ [`field${index}`]: index }));
const listsOf = (count: number) => Array.from({ length: count }, () => []);

/** For untyped fields: as deep and wide as a body can be. */
const anything: [string, unknown][] = [
  ['5,000 levels', deep],
  ['37,000 fields', wide],
  ['24,500 objects, no two alike', various],
  ['37,000 lists', listsOf(37_000)],
  ['300,000 lists', listsOf(300_000)],
];

function* ofAnything(surroundings: WorstSurroundings, place: FieldPlace): WorstCases {
  for (const [what, value] of anything)
    yield { label: `${place.path.join('.')} of ${what}`, ask: askWith(surroundings, place, value) };
}

export function* worstForms({ operation, world, onlyStored }: WorstSurroundings): WorstCases {
  const asked = (fill: (form: FormData) => void) => (attempt: string) => {
    const { body, ...rest } = validRequest(operation, world, attempt);
    const form = new FormData();
    for (const [name, value] of Object.entries((body ?? {}) as Record<string, unknown>))
      form.append(name, String(value));
    fill(form);
    return { ...rest, form };
  };
  for (const { name, type, bytes } of worstFiles(512 * 1024))
    yield {
      label: `a form with 10 × ${name}`,
      ask: asked((form) => {
        for (let index = 0; index < 10; index += 1)
          form.append('attachments', new Blob([new Uint8Array(bytes)], { type }), 'file');
      }),
    };
  if (onlyStored) return;
  yield {
    label: 'a form of a thousand fields',
    ask: asked((form) => {
      for (let index = 0; index < 999; index += 1) form.append(`field${index}`, '');
    }),
  };
  for (const piece of ['0,', '[],', '""  ,'])
    for (const count of [35_000, 195_000])
      yield {
        label: `a form with JSON of ${count} × ${piece}`,
        ask: asked((form) => {
          const list = `[${piece.repeat(count)}0]`;
          form.append('tags', list);
          for (const name of ['author', 'user', 'description']) form.append(name, `{"a":${list}}`);
        }),
      };
  for (const [script, { make, bytes }] of Object.entries(scripts))
    yield {
      label: `a form with long fields, ${script}`,
      ask: asked((form) => {
        for (let index = 0; index < 4; index += 1) form.append('tags', make(Math.floor(900_000 / bytes)));
      }),
    };
}
