export const folder: string;
export function ensureToolPackages(): void;
export function requireTool(name: string): unknown;
