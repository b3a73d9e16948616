// Runs the built program in separate processes. Never waits for time to pass, only for lines, responses and exits.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach } from 'vitest';
import { type Call, Earshot, EarshotError } from '../../../client/src/index.ts';
import { untilWorkerEnds } from '../support/worker-lifetime.ts';

export const cli = join(import.meta.dirname, '../../dist/cli.js');

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface Running {
  child: ChildProcess;
  exited: Promise<Exit>;
  stdout(): string;
  stderr(): string;
  /** Resolves with the match once standard output has it; rejects if the process ends first. */
  printed(pattern: RegExp): Promise<RegExpExecArray>;
}

type Environment = Record<string, string>;

const started = new Set<Running>();
const directories = new Set<string>();

/** Stops everything started and removes its files, whatever happened. */
async function cleanUp(): Promise<void> {
  for (const { child, exited } of started) {
    if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
    await exited;
  }
  started.clear();
  for (const directory of directories) await rm(directory, { recursive: true, force: true });
  directories.clear();
}

/** Keeps a process with its directory beyond the end of a test, for all files of the worker. */
export function keep({ child }: Running, directory: string): void {
  for (const running of started) if (running.child === child) started.delete(running);
  directories.delete(directory);
  untilWorkerEnds(() => {
    child.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  });
}

export const cleanUpAfterEach = (): void => void afterEach(cleanUp);
/** For a file whose tests share processes. */
export const cleanUpAfterAll = (): void => void afterAll(cleanUp);

export async function newDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'earshot-e2e-'));
  directories.add(directory);
  return directory;
}

export const run = (args: string[], environment: Environment = {}, program = cli): Running =>
  runProgram(process.execPath, [program, ...args], environment);

/** Only the given variables, so that the environment of the test run has no influence. */
export function runProgram(command: string, args: string[], environment: Environment = {}): Running {
  const child = spawn(command, args, {
    env: { PATH: process.env.PATH ?? '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const running: Running = {
    child,
    exited: once(child, 'close').then(([code, signal]) => ({ code, signal })),
    stdout: () => stdout,
    stderr: () => stderr,
    printed: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(stdout);
          if (match !== null) resolve(match);
        };
        child.stdout.on('data', look);
        child.on('close', () =>
          reject(new Error(`It ended without printing ${pattern}:\n${stdout}${stderr}`)),
        );
        look();
      }),
  };
  started.add(running);
  return running;
}

export async function runToEnd(args: string[], environment: Environment = {}, program = cli) {
  const running = run(args, environment, program);
  const { code } = await running.exited;
  return { code, stdout: running.stdout(), stderr: running.stderr() };
}

export interface Serving extends Running {
  address: string;
  port: number;
}

/** Serves on a free port without limits; resolves once it prints its address and responds there. */
export async function serve(dataDir: string, environment: Environment = {}, program = cli): Promise<Serving> {
  const limits = { RATE_LIMIT_READ: '0', RATE_LIMIT_WRITE: '0' };
  const running = run(['serve'], { PORT: '0', ...limits, ...environment, DATA_DIR: dataDir }, program);
  const [, address = '', port = ''] = await running.printed(/listening on (http:\/\/\S+:(\d+))\n[\s\S]*\n\n/);
  const { status } = await fetch(`${address}/healthz`);
  if (status !== 200) throw new Error(`It says that it serves, but answers ${status}.`);
  return { ...running, address, port: Number(port) };
}

/** Keys as an operator would choose them. */
export const liveKey = `sk_live_es_${'e2eLive'.repeat(5)}`;
export const testKey = `sk_test_es_${'e2eTest'.repeat(5)}`;
export const chosenKeys: Environment = { BOOTSTRAP_LIVE_KEY: liveKey, BOOTSTRAP_TEST_KEY: testKey };

/** An application with a key, without retries, so that failures are visible. */
export const application = (address: string, apiKey: string = liveKey): Earshot =>
  new Earshot({ apiKey, baseUrl: address, maxRetries: 0 });

/** The status of a response, success or error. */
export const statusOf = (call: Call<unknown>): Promise<number> =>
  call.withResponse().then(
    ({ status }) => status,
    (error: unknown) => {
      if (error instanceof EarshotError) return error.status;
      throw error;
    },
  );

/** Whether a new connection is accepted there; otherwise the system's error. */
export function knock(host: string, port: number): Promise<'open' | string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    socket.on('connect', () => {
      socket.destroy();
      resolve('open');
    });
    socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? String(error)));
  });
}
