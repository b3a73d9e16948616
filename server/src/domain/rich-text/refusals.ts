// The reasons to reject a rich text. Everything else is cleaned, wrapped or dropped.

import type { Failure } from '../kernel/failure.ts';
import { badField } from '../kernel/failure.ts';
import { maxDepth, maxDocumentBytes, maxInputBytes } from './document.ts';

export const tooLarge = (field: string, maxBytes = maxInputBytes): Failure =>
  badField(field, `must be at most ${maxBytes / 1024} KB.`);

export const tooDeep = (field: string): Failure =>
  badField(field, `must not be nested deeper than ${maxDepth} levels.`);

export const forbiddenCharacters = (field: string): Failure =>
  badField(field, 'must not contain NUL characters or unpaired surrogates.');

export const tooMuchMarkup = (field: string, maxBytes = maxDocumentBytes): Failure =>
  badField(field, `has too much markup: the parsed document must be at most ${maxBytes / 1024} KB.`);
