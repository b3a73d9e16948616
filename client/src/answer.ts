// What a call gives: a promise of the data, which can also tell about the response that brought it.

export interface RateLimit {
  /** Requests a window. */
  limit: number;
  remaining: number;
  /** When the window closes. */
  resetAt: Date;
}

export interface Answer<T> {
  data: T;
  status: number;
  /** What the operator finds the request by in the logs. */
  requestId: string | undefined;
  /** For `ifNoneMatch` and `ifMatch`. */
  etag: string | undefined;
  /** Undefined where the operator has switched the limit off. */
  rateLimit: RateLimit | undefined;
  /** Whether this is the kept answer to an earlier request with the same idempotency key. */
  isReplayed: boolean;
  /** Whether it was answered under a test key, so that nothing was changed. */
  isTest: boolean;
  headers: Headers;
}

export interface Call<T> extends Promise<T> {
  /** The data together with status, request id, ETag and rate limit. */
  withResponse(): Promise<Answer<T>>;
}

export function callOf<T>(answer: Promise<Answer<T>>): Call<T> {
  const data = answer.then((answered) => answered.data);
  return Object.assign(data, {
    withResponse() {
      // Callers that ask for the answer handle its failure there; `data` fails too and must not count as unhandled.
      data.catch(() => undefined);
      return answer;
    },
  });
}

/** The same call, its data seen through `view`. */
export const mapCall = <T, U>(call: Call<T>, view: (data: T) => U): Call<U> =>
  callOf(call.withResponse().then((answer) => ({ ...answer, data: view(answer.data) })));

export function answerOf<T>({ status, headers }: Response, body: { data?: T; test?: boolean }): Answer<T> {
  const limit = headers.get('x-ratelimit-limit');
  return {
    // A 304 has no data: the types of conditional reads say so.
    data: body.data as T,
    status,
    requestId: headers.get('x-request-id') ?? undefined,
    etag: headers.get('etag') ?? undefined,
    rateLimit:
      limit === null
        ? undefined
        : {
            limit: Number(limit),
            remaining: Number(headers.get('x-ratelimit-remaining')),
            resetAt: new Date(Number(headers.get('x-ratelimit-reset')) * 1000),
          },
    isReplayed: headers.get('idempotent-replayed') === 'true',
    isTest: body.test === true,
    headers,
  };
}
