// Works when it is woken, and again when something comes due: what workers of scheduled work have in common.

export interface DueLoop {
  start(): void;
  /** Works now, and once more if it is working already: that run may have missed what was just added. */
  wake(): void;
  /** Resolves when the current run is finished. */
  idle(): Promise<void>;
  /** Starts no other run; resolves when the current one is finished. */
  stop(): Promise<void>;
}

/** `run` never fails, and returns after which time to run again at the latest. */
export function dueLoop(run: () => Promise<number>): DueLoop {
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let isRequested = false;
  let working: Promise<void> | undefined;

  const work = async (): Promise<void> => {
    while (isRequested && running) {
      isRequested = false;
      clearTimeout(timer);
      const waitMs = await run();
      if (running) timer = setTimeout(wake, waitMs).unref();
    }
    working = undefined;
  };

  const wake = (): void => {
    isRequested = running;
    if (isRequested) working ??= work();
  };

  return {
    start() {
      running = true;
      wake();
    },
    wake,
    async idle() {
      await working;
    },
    async stop() {
      running = false;
      await working;
      clearTimeout(timer);
    },
  };
}
