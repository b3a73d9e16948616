export const folder: string;
export function ensureToolPackages(): Promise<void>;
export function requireTool(name: string): unknown;
