// Logs answered requests. The lines are those of the logger, but written here: for the logger every field might be
// anything, and it takes several times as long.

import { type Logger, pino } from 'pino';
import type { AnsweredLine } from './answered.ts';

const symbols: typeof pino.symbols = pino.symbols;

/** The parts of a logger that it offers for fast integrations. */
interface Parts {
  /** The beginning of a line, by level. */
  [symbols.lsCacheSym]: Record<number, string>;
  [symbols.timeSym](): string;
  /** The fields of all lines. */
  [symbols.chindingsSym]: string;
  [symbols.streamSym]: { write(line: string): unknown };
}

export function answerLines(log: Logger): (line: AnsweredLine) => void {
  if (!log.isLevelEnabled('info')) return () => undefined;
  const parts = log as unknown as Parts;
  const head = parts[symbols.lsCacheSym][pino.levels.values.info as number];
  return ({ requestId, method, path, status, ms, waitedMs, keyId, accountId }) => {
    let line = `${head}${parts[symbols.timeSym]()}${parts[symbols.chindingsSym]},"requestId":${quoted(requestId)},"method":"${method}"`;
    line += `,"path":${quoted(path)},"status":${status},"ms":${ms}`;
    if (waitedMs !== undefined) line += `,"waitedMs":${waitedMs}`;
    if (keyId !== undefined) line += `,"keyId":"${keyId}"`;
    if (accountId !== undefined) line += `,"accountId":"${accountId}"`;
    parts[symbols.streamSym].write(`${line},"msg":"answered"}\n`);
  };
}

const plain = /^[\w./-]*$/;

const quoted = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));
