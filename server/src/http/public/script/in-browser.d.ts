/** Runs in the browser. The server only sends its text. */
export function inBrowser(): void;
