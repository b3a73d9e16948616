import { type Level, pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { answerLines } from './answer-lines.ts';
import type { AnsweredLine } from './answered.ts';

/** A logger and its lines. */
function logger(level: Level) {
  const lines: string[] = [];
  const timestamp = () => ',"time":"2026-01-31T12:00:00.000Z"';
  return { lines, log: pino({ level, timestamp }, { write: (line) => void lines.push(line) }) };
}

const line: AnsweredLine = { requestId: 'req_1', method: 'GET', path: '/v1/posts', status: 200, ms: 0.7 };

describe('the line of an answered request', () => {
  it.each<[string, Partial<AnsweredLine>]>([
    ['a plain request', {}],
    ['a key', { keyId: 'key_1' }],
    ['a person who waited', { accountId: 'acct_1', waitedMs: 1234 }],
    ['a failure', { method: 'DELETE', status: 503, ms: 1200 }],
    ['a path with quotes', { path: '/v1/"a"\\b\n' }],
    ['a path beyond ASCII', { path: '/v1/…/ü\u2028' }],
    ['a path without anything', { path: '' }],
    ['an ID of the client', { requestId: 'A.b-c_9' }],
  ])('is the one that the logger would write: %s', (_, fields) => {
    const [ours, theirs] = [logger('info'), logger('info')];
    answerLines(ours.log)({ ...line, ...fields });
    theirs.log.info({ ...line, ...fields }, 'answered');
    expect(ours.lines).toHaveLength(1);
    expect(ours.lines.map((each) => JSON.parse(each))).toEqual(theirs.lines.map((each) => JSON.parse(each)));
  });

  it('is omitted at a level that omits it', () => {
    const { lines, log } = logger('warn');
    answerLines(log)(line);
    expect(lines).toEqual([]);
  });
});
