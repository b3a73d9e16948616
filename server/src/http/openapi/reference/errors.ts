// What each error means and what to do about it.

import { type FailureCode, failureCodes } from '../../../domain/kernel/failure.ts';
import { type Html, html } from '../../../domain/kernel/html.ts';
import { statusOf } from '../../kernel/failures.ts';
import { slugOf } from '../../kernel/help-links.ts';
import { prose } from './prose.ts';

/** docs/integrating/errors.md has the same sentences. */
export const explanations: Record<FailureCode, string> = {
  BAD_REQUEST:
    "A field or parameter is missing or invalid, or the body can't be read: if it isn't valid JSON, the message has the line and column. Fix the request; `details` names the fields.",
  UNAUTHORIZED:
    "The key is missing, malformed, unknown, revoked or expired. The message begins with `Invalid API key.` and says if no key was sent, or if it isn't one of ours. Check the key with `GET /v1/me`.",
  FORBIDDEN: "The role of a person at the console doesn't allow this. A key never gets it.",
  NOT_FOUND:
    'There is no such object in this workspace, or no such path. Check the ID, and that the key belongs to the right workspace. For a path, the message suggests the nearest endpoint.',
  METHOD_NOT_ALLOWED: 'The path exists, but not with this method. See the `Allow` header.',
  CONFLICT:
    'A unique value is taken, a status move is forbidden, an object is in use, a merge would create a chain, or a request with the same `Idempotency-Key` is in flight. The message says which. With `Retry-After`, wait and repeat the request.',
  GONE: 'The file of an export has expired. Make another export.',
  PRECONDITION_FAILED:
    'The object has changed since you read it. Read it again, and repeat the write with its new `ETag`.',
  PAYLOAD_TOO_LARGE:
    'The body, a file or the number of files is too large. `GET /v1/me` has the limits of uploads.',
  UNSUPPORTED_MEDIA_TYPE:
    "The content type of the body or of a file isn't supported; the message names both what came and what is accepted. Send JSON, or for posts and changelogs a form; files can be images, videos and PDF.",
  IDEMPOTENCY_MISMATCH:
    'This `Idempotency-Key` was used for a different request. Use a new key for each new request.',
  RATE_LIMITED:
    'The key has used up its requests for this minute. Wait `Retry-After` seconds, and repeat the request. For a batch ' +
    'or a bulk body, the message says what it counts as and how much is left: `This request counts as 5 writes; 3 are ' +
    'left. It fits in 42 seconds.` With none left, it is refused before its body is read, without that.',
  INTERNAL_ERROR: 'Something went wrong on our side. Tell the operator the `X-Request-Id`.',
  UNAVAILABLE:
    'The server is overloaded, or something behind it is down. Usually nothing happened, but a write may have: wait `Retry-After` seconds and repeat it with the same `Idempotency-Key`.',
};

export const errorTitle = (code: FailureCode): string =>
  `${code[0]}${code.slice(1).toLowerCase().replaceAll('_', ' ')}`;

export const errorSections = (): Html[] =>
  failureCodes.map(
    (code) => html`<section class="error" id="${slugOf(code)}">
<h2><a href="#${slugOf(code)}">${errorTitle(code)}</a></h2>
<p class="endpoint"><span class="status">${statusOf[code]}</span> <code>${code}</code></p>
${prose(explanations[code])}</section>`,
  );
