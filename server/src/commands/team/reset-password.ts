// `earshot reset-password`: sets a new password for a console account.

import { defineCommand } from 'citty';
import { argon2Passwords } from '../../compose/engines.ts';
import { mintToken } from '../../domain/team/token.ts';
import { guarded, print, withOperator } from '../command.ts';

export const resetPasswordCommand = defineCommand({
  meta: { name: 'reset-password', description: 'Set a new console password and print it, only once' },
  args: { email: { type: 'positional', required: true, description: 'Their email address' } },
  run: guarded(async ({ args }) => {
    const password = mintToken();
    const hash = await argon2Passwords().hash(password);
    await withOperator((operator) => operator.resetPassword(args.email, hash));
    print(password);
  }),
});
