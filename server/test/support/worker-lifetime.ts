// What the files of one worker share, since they share its modules: kept until Vitest ends the worker.

const endings: (() => void)[] = [];

/** Runs `end` when this process exits. It must not wait for anything. */
export function untilWorkerEnds(end: () => void): void {
  if (endings.length === 0) {
    process.once('exit', endAll);
    // How Vitest ends a worker. By default, the process would be gone without an exit.
    process.once('SIGTERM', () => process.exit());
  }
  endings.push(end);
}

function endAll(): void {
  for (const end of endings) end();
}
