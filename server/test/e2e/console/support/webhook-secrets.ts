// The secret of a webhook: read from its dialog, and used to verify what was received.

import type { Page } from 'playwright-core';
import { Webhook as Verifier } from 'standardwebhooks';
import type { Received } from '../../../support/network/receiver.ts';

/** Reads the secret and closes its dialog. */
export async function takeSecret(page: Page): Promise<string> {
  const secret = await page.getByRole('textbox', { name: 'Signing secret', exact: true }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  return secret;
}

/** Throws unless the signature is right. */
export const verified = (secret: string, { headers, body }: Received) =>
  new Verifier(secret).verify(body, headers as Record<string, string>) as { type: string };
