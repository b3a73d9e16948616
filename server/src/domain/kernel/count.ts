// Counts in English sentences: "1 post", "1,200 posts".

const rules = new Intl.PluralRules('en-US');

export const plural = <Form>(count: number, one: Form, other: Form): Form =>
  rules.select(count) === 'one' ? one : other;

export const grouped = (count: number): string => count.toLocaleString('en-US');

export const counted = (count: number, one: string, other: string = `${one}s`): string =>
  `${grouped(count)} ${plural(count, one, other)}`;
