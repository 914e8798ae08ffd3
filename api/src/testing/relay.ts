import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail that was taken: its recipients by the envelope, and its content. */
export interface Received {
  readonly to: readonly string[];
  readonly mail: Email;
  readonly raw: string;
}

export interface Relay {
  readonly url: string;
  /** The mails taken, the oldest first. */
  readonly received: Received[];
  /** How many mails were offered, the refused ones included. */
  readonly offered: () => number;
  /** Refuses each mail with this code of SMTP, until it is undefined. */
  refuseWith(code: number | undefined): void;
  /** Keeps back the answers to mails until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

/** A relay that speaks SMTP, on a port of its own. With `auth` it takes nothing from anybody else. */
export async function startRelay({ auth }: { auth?: { user: string; pass: string } } = {}): Promise<Relay> {
  const received: Received[] = [];
  let offered = 0;
  let refusal: number | undefined;
  let held: Promise<void> | undefined;
  const server = new SMTPServer({
    disabledCommands: auth ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    authOptional: !auth,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === auth?.user && password === auth?.pass) done(null, { user: username });
      else done(new Error('Who are you?'));
    },
    onData(stream, { envelope }, done) {
      const take = async () => {
        const raw = await buffer(stream);
        offered += 1;
        await held;
        if (refusal !== undefined) throw Object.assign(new Error('Not now'), { responseCode: refusal });
        const mail = await PostalMime.parse(raw);
        received.push({ to: envelope.rcptTo.map(({ address }) => address), mail, raw: raw.toString() });
      };
      void answer(take(), done);
    },
  });
  // A killed client hangs up in the middle of a conversation.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo; // listening on a port, not on a pipe
  return {
    url: auth
      ? `smtp://${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}@127.0.0.1:${port}`
      : `smtp://127.0.0.1:${port}`,
    received,
    offered: () => offered,
    refuseWith: (code) => void (refusal = code),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      held = promise;
      return () => {
        held = undefined;
        resolve();
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** Tells a caller that takes a callback how a work ended. */
async function answer(work: Promise<void>, done: (error?: Error) => void): Promise<void> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
  );
  done(error);
}
