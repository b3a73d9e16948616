// Why something was not done, in the visitor's language. The sentences of failures are for developers.

import type { Failure } from '../../../domain/kernel/failure.ts';
import type { Texts } from '../texts/en.ts';

export function problemIn({ doing: { problems } }: Texts, { code, details = [] }: Failure): string {
  switch (code) {
    case 'BAD_REQUEST': {
      const field = details[0]?.field;
      return field === 'title' || field === 'text' || field === 'reason' ? problems[field] : problems.invalid;
    }
    case 'UNAUTHORIZED':
    case 'FORBIDDEN':
      return problems.forbidden;
    case 'NOT_FOUND':
    case 'GONE':
      return problems.notFound;
    case 'CONFLICT':
    case 'PRECONDITION_FAILED':
      return problems.conflict;
    case 'RATE_LIMITED':
      return problems.limited;
    case 'PAYLOAD_TOO_LARGE':
      return problems.tooLarge;
    default:
      return problems.server;
  }
}
