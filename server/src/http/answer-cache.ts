// Answers that were sent, by the digest that stands for them, and those that are being made just now: whoever asks for
// the same meanwhile waits for the one that is. A digest holds the workspace's revision, so that an entry is never
// stale: after a change nobody asks for it again, and newer entries push it out.

export interface KeptAnswer {
  etag: string;
  body: Buffer;
}

export interface AnswerCache {
  /**
   * What was sent for the digest, or will be by whoever is making it. Undefined when it has to be made: the first who
   * is told so makes it for all who ask meanwhile, and must end that by `keep` or `giveUp`.
   */
  find(digest: string): Promise<KeptAnswer | undefined>;
  keep(digest: string, answer: KeptAnswer): void;
  /** There will be no answer to share: those who wait for it make their own. */
  giveUp(digest: string): void;
}

/** A larger answer would push out too many others. */
export const maxAnswerBytes = 256 * 1024;

/** With what the entry itself takes, so that many small answers are not free. */
const entryBytes = 512;
const sizeOf = ({ body }: KeptAnswer): number => body.length + entryBytes;

/** An answer under way, and how to tell those who wait for it. */
interface Making {
  answer: Promise<KeptAnswer | undefined>;
  end(answer: KeptAnswer | undefined): void;
}

export function answerCache(maxBytes: number): AnswerCache {
  const answers = new Map<string, KeptAnswer>();
  const underWay = new Map<string, Making>();
  let bytes = 0;

  const end = (digest: string, answer?: KeptAnswer): void => {
    underWay.get(digest)?.end(answer);
    underWay.delete(digest);
  };

  return {
    async find(digest) {
      const answer = answers.get(digest);
      if (answer !== undefined) {
        // What was asked for last is at the end, and goes last.
        answers.delete(digest);
        answers.set(digest, answer);
        return answer;
      }
      const making = underWay.get(digest);
      if (making === undefined) underWay.set(digest, newMaking());
      return making?.answer;
    },
    keep(digest, answer) {
      // Also what is too large to be kept is there for those who wait.
      end(digest, answer);
      if (answer.body.length > maxAnswerBytes || answers.has(digest)) return;
      answers.set(digest, answer);
      bytes += sizeOf(answer);
      for (const [oldest, oldestAnswer] of answers) {
        if (bytes <= maxBytes) return;
        answers.delete(oldest);
        bytes -= sizeOf(oldestAnswer);
      }
    },
    giveUp: (digest) => end(digest),
  };
}

function newMaking(): Making {
  let end: Making['end'] = () => undefined;
  const answer = new Promise<KeptAnswer | undefined>((resolve) => {
    end = resolve;
  });
  return { answer, end };
}
