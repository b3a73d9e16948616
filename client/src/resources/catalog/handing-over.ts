// Deleting a status or a post type, whose posts get another one.

import { type Call, callOf } from '../../answer.ts';
import type { EditOptions } from '../../options.ts';
import type { Send } from '../../transport.ts';
import type { Deleted } from '../../types.ts';

export const handingOver =
  (send: Send, operation: 'deleteStatus' | 'deletePostType') =>
  (id: string, { moveTo, ...options }: EditOptions & { moveTo?: string | undefined } = {}): Call<Deleted> =>
    callOf(send(operation, { path: { id }, query: { moveTo } }, options));
