// Loaded into the serving process before the program: measures how long its main thread computes without coming
// back to the event loop, in CPU time, so that other work on the machine does not count. Asked over a socket.

import { openSync, readSync } from 'node:fs';
import { createServer } from 'node:net';
import { PerformanceObserver } from 'node:perf_hooks';
import { slowness } from './pace.mjs';

/** CPU milliseconds of this thread; of all threads of the process where the system does not tell them apart. */
function threadClock() {
  if (typeof process.threadCpuUsage === 'function') {
    return () => {
      const { user, system } = process.threadCpuUsage();
      return (user + system) / 1000;
    };
  }
  try {
    const file = openSync('/proc/thread-self/schedstat');
    const bytes = Buffer.alloc(64);
    return () => Number.parseInt(bytes.toString('latin1', 0, readSync(file, bytes, 0, 64, 0)), 10) / 1e6;
  } catch {
    return () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1000;
    };
  }
}

const path = process.env.EARSHOT_PROBE;
const cpuMs = threadClock();
let last = 0;
let longestMs = 0;
let collectingMs = 0;
let timer;

const look = () => {
  const now = cpuMs();
  longestMs = Math.max(longestMs, now - last);
  last = now;
};

/** A timer that is due comes once in every turn of the loop, before anything else. */
const turn = () => {
  look();
  timer = setTimeout(turn, 0);
};

new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) collectingMs += duration;
}).observe({ entryTypes: ['gc'] });

const commands = {
  start() {
    clearTimeout(timer);
    [longestMs, collectingMs, last] = [0, 0, cpuMs()];
    timer = setTimeout(turn, 0);
    return {};
  },
  stop() {
    look();
    clearTimeout(timer);
    return { longestMs, collectingMs, rssBytes: process.memoryUsage.rss() };
  },
  pace: () => ({ slowness: slowness(cpuMs) }),
};

if (path !== undefined) {
  createServer((socket) => {
    socket.setEncoding('latin1').on('data', (name) => {
      socket.write(`${JSON.stringify(commands[name]())}\n`);
    });
    socket.on('error', () => socket.destroy());
  })
    .listen(path)
    .unref();
}
