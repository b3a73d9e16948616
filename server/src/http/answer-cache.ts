// Answers that were sent, by the digest that stands for them. A digest holds the workspace's revision, so that
// an entry is never stale: after a change nobody asks for it again, and newer entries push it out.

export interface KeptAnswer {
  etag: string;
  body: Buffer;
}

export interface AnswerCache {
  find(digest: string): KeptAnswer | undefined;
  keep(digest: string, answer: KeptAnswer): void;
}

/** A larger answer would push out too many others. */
const maxAnswerBytes = 256 * 1024;

/** With what the entry itself takes, so that many small answers are not free. */
const entryBytes = 512;
const sizeOf = ({ body }: KeptAnswer): number => body.length + entryBytes;

export function answerCache(maxBytes: number): AnswerCache {
  const answers = new Map<string, KeptAnswer>();
  let bytes = 0;
  return {
    find(digest) {
      const answer = answers.get(digest);
      if (answer === undefined) return undefined;
      // What was asked for last is at the end, and goes last.
      answers.delete(digest);
      answers.set(digest, answer);
      return answer;
    },
    keep(digest, answer) {
      if (answer.body.length > maxAnswerBytes || answers.has(digest)) return;
      answers.set(digest, answer);
      bytes += sizeOf(answer);
      for (const [oldest, oldestAnswer] of answers) {
        if (bytes <= maxBytes) return;
        answers.delete(oldest);
        bytes -= sizeOf(oldestAnswer);
      }
    },
  };
}
