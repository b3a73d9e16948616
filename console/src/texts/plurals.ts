// Picks the plural form of a word by the rules of the language.

type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

export function pluralsOf(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}
