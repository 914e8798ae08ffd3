import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** An accepted mail: its envelope and its content. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly mail: Email;
  readonly raw: string;
}

type RejectedCommand = 'MAIL FROM' | 'RCPT TO' | 'DATA';

export interface Relay {
  readonly url: string;
  /** The accepted mails, oldest first. */
  readonly received: ReceivedMail[];
  /** The number of mails offered, including rejected ones. */
  readonly countOffered: () => number;
  /** Rejects each mail with this SMTP code, until it is undefined: by default its content, or the sender or recipient. */
  rejectWith(code: number | undefined, response?: string, command?: RejectedCommand): void;
  /** Delays the responses to mails until the returned function is called. */
  hold(): () => void;
  close(): Promise<void>;
}

/** Starts an SMTP relay on its own port. With `auth` it rejects all other clients. */
export async function startRelay({ auth }: { auth?: { user: string; pass: string } } = {}): Promise<Relay> {
  const receivedMails: ReceivedMail[] = [];
  let offered = 0;
  let rejection: { readonly code: number; readonly response: string; readonly command: RejectedCommand } | undefined;
  const findRejection = (command: RejectedCommand) =>
    rejection?.command === command
      ? Object.assign(new Error(rejection.response), { responseCode: rejection.code })
      : undefined;
  let resumption: Promise<void> | undefined;
  const server = new SMTPServer({
    disabledCommands: auth ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
    authOptional: !auth,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, done) {
      if (username === auth?.user && password === auth?.pass) done(null, { user: username });
      else done(new Error('Who are you?'));
    },
    onMailFrom: (_address, _session, done) => done(findRejection('MAIL FROM')),
    onRcptTo: (_address, _session, done) => done(findRejection('RCPT TO')),
    onData(stream, { envelope }, done) {
      const receive = async () => {
        const raw = await buffer(stream);
        offered += 1;
        await resumption;
        const error = findRejection('DATA');
        if (error) throw error;
        const mail = await PostalMime.parse(raw);
        receivedMails.push({
          from: envelope.mailFrom ? envelope.mailFrom.address : '',
          to: envelope.rcptTo.map(({ address }) => address),
          mail,
          raw: raw.toString(),
        });
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
    rejectWith: (code, response = 'Not now', command = 'DATA') =>
      void (rejection = code === undefined ? undefined : { code, response, command }),
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
