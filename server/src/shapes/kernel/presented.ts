// Presents the fields of a thing in a form, as an object. A store writes the same form as text.

import { toIso } from '../../domain/kernel/clock.ts';
import type { JsonForm, JsonKind } from '../../domain/kernel/json-form.ts';

export type Presented<Thing, Form> = {
  [Field in keyof Form & keyof Thing]: Form[Field] extends 'instant' ? string : Thing[Field];
};

export function presented<Thing extends object, const Form extends JsonForm<Thing>>(
  thing: Thing,
  form: Form,
): Presented<Thing, Form> {
  const fields: Record<string, unknown> = {};
  for (const field in form) {
    const value = thing[field as unknown as keyof Thing];
    fields[field] = (form[field] as JsonKind) === 'instant' ? toIso(value as number) : value;
  }
  return fields as Presented<Thing, Form>;
}
