// Whether the server answers at all: tells a lost network from an answer that is not what was hoped for.

export const isReachable = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    () => true,
    () => false,
  );
