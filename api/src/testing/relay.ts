import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** An accepted mail: its envelope recipients and its content. */
export interface ReceivedMail {
  readonly to: readonly string[];
  readonly mail: Email;
  readonly raw: string;
}

export interface Relay {
  readonly url: string;
  /** The accepted mails, oldest first. */
  readonly received: ReceivedMail[];
  /** The number of mails offered, including rejected ones. */
  readonly countOffered: () => number;
  /** Rejects each mail with this SMTP code, until it is undefined. */
  rejectWith(code: number | undefined): void;
  /** Delays the responses to mails until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

/** Starts an SMTP relay on its own port. With `auth` it rejects all other clients. */
export async function startRelay({ auth }: { auth?: { user: string; pass: string } } = {}): Promise<Relay> {
  const receivedMails: ReceivedMail[] = [];
  let offered = 0;
  let rejection: number | undefined;
  let resumption: Promise<void> | undefined;
  const server = new SMTPServer({
    disabledCommands: auth ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    authOptional: !auth,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === auth?.user && password === auth?.pass) done(null, { user: username });
      else done(new Error('Who are you?'));
    },
    onData(stream, { envelope }, done) {
      const receive = async () => {
        const raw = await buffer(stream);
        offered += 1;
        await resumption;
        if (rejection !== undefined) throw Object.assign(new Error('Not now'), { responseCode: rejection });
        const mail = await PostalMime.parse(raw);
        receivedMails.push({ to: envelope.rcptTo.map(({ address }) => address), mail, raw: raw.toString() });
      };
      void respond(receive(), done);
    },
  });
  // A killed client disconnects in the middle of a conversation.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo; // listening on a port, not on a pipe
  return {
    url: auth
      ? `smtp://${encodeURIComponent(auth.user)}:${encodeURIComponent(auth.pass)}@127.0.0.1:${port}`
      : `smtp://127.0.0.1:${port}`,
    received: receivedMails,
    countOffered: () => offered,
    rejectWith: (code) => void (rejection = code),
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      resumption = promise;
      return () => {
        resumption = undefined;
        resolve();
      };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
      }),
  };
}

/** Reports the result of a promise to a callback. */
async function respond(promise: Promise<void>, callback: (error?: Error) => void): Promise<void> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason))),
  );
  callback(error);
}
