// Where the reference explains things, for its pages and for the errors that link to them.

import { type FailureCode, failureCodes } from '../../domain/kernel/failure.ts';

/** "Status changes" is at `status-changes`, `RATE_LIMITED` at `rate-limited`. */
export const slugOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-');

/** The `Link` header of an error: where it is explained. */
export const helpOf = (code: FailureCode): string => links[code];

const links = Object.fromEntries(
  failureCodes.map((code) => [code, `</docs/errors#${slugOf(code)}>; rel="help"`]),
) as Record<FailureCode, string>;
