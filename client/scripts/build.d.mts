export function bundle(dir: string, options?: { minify?: boolean; format?: 'esm' | 'iife' }): Promise<void>;
export function buildClient(dir?: string): Promise<void>;
