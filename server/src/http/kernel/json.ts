// Serializes JSON of any depth. JSON.parse accepts any depth, but JSON.stringify recurses and overflows after some
// thousand levels.

/** Same output as `JSON.stringify` for JSON values. */
export function toJson(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (error) {
    if (error instanceof RangeError) return withoutRecursion(value);
    throw error;
  }
}

/** An open list or object; a list has no names. */
interface Level {
  names: string[] | undefined;
  values: unknown[];
  next: number;
}

export function withoutRecursion(whole: unknown): string {
  const levels: Level[] = [{ names: undefined, values: [whole], next: 0 }];
  let text = '';
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const { names, values, next } = level;
    if (next === values.length) {
      levels.pop();
      if (levels.length > 0) text += names === undefined ? ']' : '}';
      continue;
    }
    level.next += 1;
    if (next > 0) text += ',';
    if (names !== undefined) text += `${JSON.stringify(names[next])}:`;
    const value = values[next] ?? null;
    if (typeof value !== 'object' || value === null) {
      text += JSON.stringify(value);
    } else {
      text += Array.isArray(value) ? '[' : '{';
      levels.push(levelOf(value));
    }
  }
  return text;
}

function levelOf(value: object): Level {
  if (Array.isArray(value)) return { names: undefined, values: value, next: 0 };
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return { names: fields.map(([name]) => name), values: fields.map(([, field]) => field), next: 0 };
}
