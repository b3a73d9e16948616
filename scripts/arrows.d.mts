export function violations(sources: ReadonlyMap<string, string>): string[];
export function clientViolations(sources: ReadonlyMap<string, string>): string[];
export function consoleViolations(sources: ReadonlyMap<string, string>): string[];
export function sourcesOf(folder: string): Map<string, string>;
