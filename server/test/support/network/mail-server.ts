// A mail server on loopback, and what it received, read as a recipient's program would.

import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  /** The envelope. */
  from: string;
  to: string[];
  /** As it was sent. */
  raw: string;
  /** As it was read. */
  mail: Email;
}

/** What the server does with a recipient, or with the mail. An answer that is an error refuses it. */
export interface MailBehavior {
  onRecipient?(address: string): Promise<void> | void;
  /** Before the mail is kept. */
  onData?(cut: () => void): Promise<void> | void;
  /** Whether a mail is received whose sender never hears of it. */
  keepsUnanswered?: boolean;
}

export interface MailServer {
  port: number;
  /** For `SMTP_URL`. */
  url: string;
  /** Everything that was accepted, oldest first. */
  received: ReceivedMail[];
  /** What came to an address. */
  to(address: string): ReceivedMail[];
  /** Resolves when this many mails have come to the address. */
  until(address: string, count: number): Promise<ReceivedMail[]>;
  behave(behavior: MailBehavior): void;
  /** Resolves when no one is connected: nothing more comes from a process that died. */
  untilAlone(): Promise<void>;
  close(): Promise<void>;
}

/** A refusal such as `550 5.1.1 No such user`. */
export function refusal(status: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode: status });
}

/** Mail is set up, and no one answers there: for tests that send none. */
export const unreachableMail = {
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'Ideas <ideas@acme.example>',
};

export async function startMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = [];
  const waits = new Set<() => void>();
  let behavior: MailBehavior = {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: options.key === undefined ? ['STARTTLS'] : [],
    logger: false,
    disableReverseLookup: true,
    closeTimeout: 0,
    ...options,
    onRcptTo({ address }, _session, callback) {
      Promise.resolve()
        .then(() => behavior.onRecipient?.(address))
        .then(() => callback(), callback);
    },
    onData(stream, session, callback) {
      const keep = async (): Promise<void> => {
        const chunks: Buffer[] = [];
        for await (const chunk of stream) chunks.push(chunk as Buffer);
        const raw = Buffer.concat(chunks).toString();
        const { mailFrom, rcptTo } = session.envelope;
        const from = mailFrom === false ? '' : mailFrom.address;
        const to = rcptTo.map(({ address }) => address);
        const cut = () => socketOf(session.id)?.destroy();
        if (behavior.keepsUnanswered !== true) await behavior.onData?.(cut);
        received.push({ from, to, raw, mail: await PostalMime.parse(raw) });
        for (const check of waits) check();
        if (behavior.keepsUnanswered === true) await behavior.onData?.(cut);
      };
      keep().then(() => callback(), callback);
    },
  });
  // Clients that cut a connection are what some tests are about.
  server.on('error', () => undefined);
  const { connections } = server as unknown as {
    connections: Set<{ id: string; _socket: Socket }>;
  };
  const socketOf = (id: string) => [...connections].find((connection) => connection.id === id)?._socket;
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const to = (address: string) => received.filter((each) => each.to.includes(address));
  return {
    port,
    url: `smtp://127.0.0.1:${port}`,
    received,
    to,
    until: (address, count) =>
      new Promise((resolve) => {
        const check = () => {
          const found = to(address);
          if (found.length < count) return;
          waits.delete(check);
          resolve(found);
        };
        waits.add(check);
        check();
      }),
    behave(next) {
      behavior = next;
    },
    async untilAlone() {
      for (const { _socket: socket } of connections) if (!socket.closed) await once(socket, 'close');
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
