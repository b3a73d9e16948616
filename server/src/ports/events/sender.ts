// Sends requests to addresses that users of the API chose. Whatever they chose, a sender calls only addresses that it
// may call, follows no redirect, and bounds what it reads and how long it takes.

export interface OutgoingRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** What came of a request. It never throws: no answer is a result too. */
export interface SenderAnswer {
  /** Null if there was no answer. */
  status: number | null;
  /** Why there was none, in one sentence. */
  error: string | null;
  /** The beginning of the body. */
  answer: string;
  retryAfter: string | undefined;
}

export interface Sender {
  /** Undefined if the signal ended it before there was an answer. */
  send(request: OutgoingRequest, stopping: AbortSignal): Promise<SenderAnswer | undefined>;
  /** Why this URL must not be called, as the end of a sentence about it; undefined if it may, or does not resolve. */
  refusal(url: string): Promise<string | undefined>;
  close(): void;
}
