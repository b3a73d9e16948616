// A visitor whom no one knows votes, and signs in by mail, in a real browser: with the script, and without it.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumIsMissing } from '../support/browser.ts';
import { type MailServer, startMailServer } from '../support/network/mail-server.ts';
import { startProgram, type TestProgram } from '../support/program.ts';
import { newPage } from './shown-site.ts';
import { created, open } from './world.ts';

describe.skipIf(chromiumIsMissing)('signing in by mail in Chromium', () => {
  let mail: MailServer;
  let program: TestProgram;
  let origin = 'http://127.0.0.1';
  let postId: string;
  beforeAll(async () => {
    mail = await startMailServer();
    program = await startProgram({
      publicUrl: () => origin,
      environment: { SMTP_URL: mail.url, MAIL_FROM: 'ideas@acme.example' },
    });
    origin = `http://127.0.0.1:${await program.listen()}`;
    program.mailing?.start();
    await open(program, { name: 'Acme' });
    postId = await created(program, '/posts', { title: 'Dark mode', visibility: 'public' });
  });
  afterAll(async () => {
    await program?.close();
    await mail?.close();
  });

  const votes = async (): Promise<number> =>
    (await program.live.get(`/posts/${postId}`)).body.data.votesCount;
  const followers = async (): Promise<string[]> =>
    (await program.live.get(`/posts/${postId}/followers`)).body.data.followers.map(
      ({ user }: { user: { email: string } }) => user.email,
    );
  /** The address of the button in the mail. */
  const linkTo = async (address: string): Promise<string> => {
    const [received] = await mail.until(address, 1);
    return /<a href="([^"]+\/sign-in\/[^"]+)"/.exec(received?.mail.html ?? '')?.[1] ?? 'about:blank';
  };

  it('counts the vote once its mail has been read, on another device', async () => {
    const page = await newPage({ viewport: { width: 390, height: 844 }, hasTouch: true });
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await page.goto(`${origin}/p/default`);
    await page.getByRole('button', { name: 'Vote, 0 votes' }).tap();
    await page.getByRole('status').getByRole('link', { name: 'Sign in' }).tap();
    await page.getByLabel('Email address').fill('zoe@example.com');
    expect(await page.getByLabel('Tell me by mail when there is news').isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Send me a link' }).tap();
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    expect(await votes()).toBe(0);
    const phone = await newPage();
    await phone.goto(await linkTo('zoe@example.com'));
    // No script sends it by itself.
    await phone.getByRole('button', { name: 'Continue as z…@example.com' }).click();
    await phone.getByRole('button', { name: 'Vote, 1 vote', pressed: true }).waitFor();
    expect(await votes()).toBe(1);
    expect(await followers()).toEqual(['zoe@example.com']);
    await phone.getByRole('button', { name: 'Following. Unfollow' }).click();
    await phone.getByRole('button', { name: 'Follow', exact: true }).click();
    await phone.getByRole('button', { name: 'Following. Unfollow' }).waitFor();
    // A vote by one tap says what it does, and how to undo that.
    await phone.getByRole('button', { name: 'Vote, 1 vote' }).click();
    await phone.getByRole('button', { name: 'Follow', exact: true }).waitFor();
    await phone.getByRole('button', { name: 'Vote, 0 votes' }).click();
    await phone.getByRole('status').getByText('You will be told by mail when there is news.').waitFor();
    await phone.getByRole('button', { name: 'Don’t' }).click();
    await phone.getByRole('button', { name: 'Follow', exact: true }).click();
    await phone.getByRole('button', { name: 'Following. Unfollow' }).waitFor();
    expect(await votes()).toBe(1);
    await phone.goto(`${origin}/p/default/mine`);
    await phone.locator('#follows').getByRole('button', { name: 'Unfollow' }).click();
    await phone.locator('#follows').getByText('Nothing yet.').waitFor();
    expect(await followers()).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
    await phone.context().close();
  });

  it('works by forms alone, in German', async () => {
    const page = await newPage({ javaScriptEnabled: false });
    await page.goto(`${origin}/p/default?lang=de`);
    const before = await votes();
    await page.getByRole('button', { name: /^Abstimmen/ }).click();
    await page.getByLabel('E-Mail-Adresse').fill('milan@example.com');
    await page.getByLabel('Per E-Mail erfahren, wenn es Neues gibt').uncheck();
    await page.getByRole('button', { name: 'Link senden' }).click();
    await page.getByRole('heading', { name: 'Sehen Sie in Ihr Postfach' }).waitFor();
    await page.goto(await linkTo('milan@example.com'));
    await page.getByRole('button', { name: /m…@example\.com/ }).click();
    await page.waitForURL(/\/posts\//);
    expect(await votes()).toBe(before + 1);
    expect(await followers()).not.toContain('milan@example.com');
    await page.context().close();
  });
});
