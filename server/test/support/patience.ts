// How long a test waits for what depends on other processes or threads, when Vitest's second could be too short.

export const patiently = { timeout: 60_000, interval: 20 };
