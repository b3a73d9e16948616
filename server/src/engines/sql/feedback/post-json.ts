// The statements that read posts as JSON text, built once per form.

import type { AsJson, JsonForm, JsonSelection } from '../../../domain/json-form.ts';
import type { Post } from '../../../domain/post.ts';
import type { JsonString, NamedColumn, Packing, TextSearch } from '../kernel/dialect.ts';
import type { JsonRow } from '../kernel/json-rows.ts';
import { jsonPosts } from './post-columns.ts';
import { type PostStatements, postStatements } from './post-statements.ts';

interface JsonStatements<Key extends keyof Post> {
  /** Without long texts. */
  light: PostStatements<JsonRow>;
  whole: PostStatements<JsonRow>;
  toItem(row: JsonRow): AsJson<Post, Key>;
}

/** Per engine, form and keys. There are as many forms as the API has shapes of posts. */
const known = new WeakMap<JsonString, WeakMap<JsonForm<Post>, Map<string, JsonStatements<keyof Post>>>>();

export function jsonStatements<Key extends keyof Post>(
  selection: JsonSelection<Post, Key>,
  jsonString: JsonString,
  search: TextSearch,
): JsonStatements<Key> {
  const byForm =
    known.get(jsonString) ?? new WeakMap<JsonForm<Post>, Map<string, JsonStatements<keyof Post>>>();
  known.set(jsonString, byForm);
  const byKeys = byForm.get(selection.form) ?? new Map<string, JsonStatements<keyof Post>>();
  byForm.set(selection.form, byKeys);
  const keys = selection.keys.join(' ');
  const cached = byKeys.get(keys);
  if (cached !== undefined) return cached as JsonStatements<Key>;
  const { light, packed, whole, toItem } = jsonPosts(selection, jsonString);
  const statementsOf = (columns: readonly NamedColumn[], packing?: Packing<JsonRow>) =>
    postStatements<JsonRow>(
      columns.map(({ name, column }) => column.as(name)),
      packing,
    );
  const made = {
    light: { ...statementsOf(light, packed), matching: search.matchingRows?.<JsonRow>(light, packed) },
    whole: statementsOf(whole),
    toItem,
  };
  byKeys.set(keys, made as unknown as JsonStatements<keyof Post>);
  return made;
}
