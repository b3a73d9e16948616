// The key that asks.

import { type Call, callOf } from '../../answer.ts';
import type { CallOptions } from '../../options.ts';
import type { Send } from '../../transport.ts';
import type { Me } from '../../types.ts';

export const getMe = (send: Send, options?: CallOptions): Call<Me> => callOf(send('getMe', {}, options));
