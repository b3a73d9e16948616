// The form of a word that goes with a number, by the rules of the language.

type Forms = { other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

export function pluralsOf(language: string): (count: number, forms: Forms) => string {
  const rules = new Intl.PluralRules(language);
  return (count, forms) => forms[rules.select(count)] ?? forms.other;
}
