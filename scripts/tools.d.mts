/** Where a program lies, if it is there. */
export function findTool(program: string): string | undefined;
/** A Python that has `requests`. */
export function findPython(): string | undefined;
/** The names of the programs that are still missing; exits under CI when there are any. */
export function ensureTools(): Promise<string[]>;
