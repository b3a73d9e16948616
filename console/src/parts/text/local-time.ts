// Converts between API timestamps and date-time inputs, which use the person's time zone. Pure.

const two = (value: number) => String(value).padStart(2, '0');

/** As `2026-01-31T10:15`, the format of the input. */
export function toLocalField(instant: string | null): string {
  if (instant === null) return '';
  const date = new Date(instant);
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`;
}

export function fromLocalField(text: string): string | undefined {
  const date = new Date(text);
  return text === '' || Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
