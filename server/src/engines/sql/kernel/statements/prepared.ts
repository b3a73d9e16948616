// Hot statements, built once per shape. The query builder runs with placeholders instead of values; later calls only
// fill in the values. Building a statement costs several times as much as running it.

import type { CompiledQuery, QueryResult } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Db } from '../tables.ts';

/** What a statement needs to run: single values, and lists of values. A list's length is part of the shape. */
type Values = object;

/** What changes the statement's text. */
type Constants = Readonly<Record<string, string | number | boolean | undefined>>;

export type Statement<V extends Values, Row, C = undefined> = (
  db: Db,
  values: V,
  ...constants: C extends undefined ? [] : [C]
) => Promise<QueryResult<Row>>;

/** Stands in for a value while the statement is built. */
class Placeholder {
  readonly name: string;
  readonly index: number | undefined;

  constructor(name: string, index?: number) {
    this.name = name;
    this.index = index;
  }

  valueIn(values: Values): unknown {
    const value = (values as Record<string, unknown>)[this.name];
    return this.index === undefined ? value : (value as readonly unknown[])[this.index];
  }
}

interface Template {
  compiled: CompiledQuery<unknown>;
  /** Placeholders, and the constants of the statement. */
  parameters: readonly unknown[];
}

const maxShapes = 200;

/**
 * `build` must not look at the values: it gets placeholders. It may test whether a value is undefined, and how long a
 * list is. What it has to look at is passed as a constant.
 */
export function prepared<V extends Values, Row, C extends Constants | undefined = undefined>(
  build: (db: Db, values: V, constants: C) => CompiledQuery<Row>,
): Statement<V, Row, C> {
  // Per engine, since each has its own SQL. Connections and transactions of one engine share the adapter.
  const templatesOf = onceFor((_adapter: object) => new LRUCache<string, Template>({ max: maxShapes }));

  const templateFor = (db: Db, values: V, constants: Constants | undefined): Template => {
    const templates = templatesOf(db.getExecutor().adapter);
    const shape = shapeOf(values, constants);
    let template = templates.get(shape);
    if (template === undefined) {
      const compiled = build(db, placeholdersFor(values), constants as C);
      template = { compiled, parameters: compiled.parameters };
      templates.set(shape, template);
    }
    return template;
  };

  return (db, values, ...[constants]) => {
    const { compiled, parameters } = templateFor(db, values, constants);
    const filled = parameters.map((each) => (each instanceof Placeholder ? each.valueIn(values) : each));
    return db.executeQuery<Row>({ ...(compiled as CompiledQuery<Row>), parameters: filled });
  };
}

/** The first row, for statements that return at most one. */
export const firstOf = async <Row>(result: Promise<QueryResult<Row>>): Promise<Row | undefined> =>
  (await result).rows[0];

/** For statements that need a part of the dialect, such as its locks: they are made once for each. */
export function onceFor<Part extends object, T>(make: (part: Part) => T): (part: Part) => T {
  const made = new WeakMap<Part, T>();
  return (part) => {
    const known = made.get(part);
    if (known !== undefined) return known;
    const one = make(part);
    made.set(part, one);
    return one;
  };
}

/** What the text of a statement depends on. */
function shapeOf(values: Values, constants: Constants = {}): string {
  let shape = '';
  for (const name in constants) shape += `${name}=${constants[name]} `;
  for (const name in values) {
    const value = (values as Record<string, unknown>)[name];
    if (value !== undefined) shape += Array.isArray(value) ? `${name}*${value.length} ` : `${name} `;
  }
  return shape;
}

const placeholdersFor = <V extends Values>(values: V): V =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      if (value === undefined) return [];
      const isList = Array.isArray(value);
      return [[name, isList ? value.map((_, index) => new Placeholder(name, index)) : new Placeholder(name)]];
    }),
  ) as V;
