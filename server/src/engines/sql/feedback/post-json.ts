// The statements that read posts as JSON text, built once per form.

import type { Post } from '../../../domain/feedback/post.ts';
import type { AsJson, JsonForm, JsonSelection } from '../../../domain/kernel/json-form.ts';
import type { NamedColumn } from '../kernel/dialect.ts';
import type { JsonRow } from '../kernel/json-rows.ts';
import { onceFor } from '../kernel/statements/prepared.ts';
import { jsonPosts } from './post-columns.ts';
import { type PostStatements, postStatements } from './post-statements.ts';

interface JsonStatements<Key extends keyof Post> {
  /** Without long texts. */
  light: PostStatements<JsonRow>;
  whole: PostStatements<JsonRow>;
  toItem(row: JsonRow): AsJson<Post, Key>;
}

/** By keys, per form. There are as many forms as the API has shapes of posts. */
const knownOf = onceFor((_form: JsonForm<Post>) => new Map<string, JsonStatements<keyof Post>>());

export function jsonStatements<Key extends keyof Post>(
  selection: JsonSelection<Post, Key>,
): JsonStatements<Key> {
  const known = knownOf(selection.form);
  const keys = selection.keys.join(' ');
  const cached = known.get(keys);
  if (cached !== undefined) return cached as JsonStatements<Key>;
  const { light, whole, toItem } = jsonPosts(selection);
  const statementsOf = (columns: readonly NamedColumn[]) =>
    postStatements<JsonRow>(columns.map(({ name, column }) => column.as(name)));
  const made = {
    light: statementsOf(light),
    whole: statementsOf(whole),
    toItem,
  };
  known.set(keys, made as unknown as JsonStatements<keyof Post>);
  return made;
}
