import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';

/** A mail in the mailbox. */
export interface StoredMail {
  readonly source: string;
  isSeen: boolean;
  /** How often its text was read. */
  reads: number;
}

export interface ImapServer {
  readonly url: string;
  /** The mails of the mailbox INBOX in the order of their UIDs, which begin at 1. */
  readonly mails: StoredMail[];
  add(source: string): StoredMail;
  close(): Promise<void>;
}

/**
 * Starts an IMAP server (RFC 3501) with one account and one mailbox, for clients that sign in, search, fetch whole mails
 * by UID and set flags. Other commands are rejected.
 */
export async function startImapServer(account: { user: string; password: string }): Promise<ImapServer> {
  const mails: StoredMail[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.write('* OK ready\r\n');
    let isSignedIn = false;
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
      for (let end = received.indexOf('\r\n'); end >= 0; end = received.indexOf('\r\n')) {
        const [, tag = '*', command = ''] = /^(\S+) (.*)$/.exec(received.slice(0, end)) ?? [];
        received = received.slice(end + 2);
        const login = /^LOGIN (\S+) (\S+)$/i.exec(command);
        if (login) isSignedIn = unquote(login[1]) === account.user && unquote(login[2]) === account.password;
        const lines = isSignedIn || /^(?:CAPABILITY|LOGOUT|NOOP)$/i.test(command) ? respond(command, mails) : undefined;
        socket.write([...(lines ?? []), `${tag} ${lines ? 'OK' : 'NO'} done`, ''].join('\r\n'), 'latin1');
        if (/^LOGOUT$/i.test(command)) socket.end();
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // listening on a port, not on a pipe
  const url = new URL(`imap://127.0.0.1:${port}/INBOX`);
  url.username = account.user;
  url.password = account.password;
  return {
    url: url.href,
    mails,
    add(source) {
      const mail = { source: source.replace(/\r?\n/g, '\r\n'), isSeen: false, reads: 0 };
      mails.push(mail);
      return mail;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

const unquote = (text = ''): string => (text.startsWith('"') ? text.slice(1, -1).replace(/\\(.)/g, '$1') : text);

/** The lines before the completion of a command; undefined if it is not supported. */
function respond(command: string, mails: readonly StoredMail[]): string[] | undefined {
  const [name = '', ...words] = command.split(' ');
  switch (name.toUpperCase()) {
    case 'LOGIN':
    case 'NOOP':
      return [];
    case 'CAPABILITY':
      return ['* CAPABILITY IMAP4rev1'];
    case 'NAMESPACE':
    case 'LIST':
      return ['* LIST (\\HasNoChildren) "/" INBOX'];
    case 'SELECT':
      return unquote(words[0]) === 'INBOX'
        ? [
            '* FLAGS (\\Seen)',
            `* ${mails.length} EXISTS`,
            '* 0 RECENT',
            '* OK [PERMANENTFLAGS (\\Seen)] flags',
            '* OK [UIDVALIDITY 1] valid',
            `* OK [UIDNEXT ${mails.length + 1}] next`,
          ]
        : undefined;
    case 'UID':
      return respondByUid(words.join(' '), mails);
    case 'LOGOUT':
      return ['* BYE'];
    default:
      return undefined;
  }
}

function respondByUid(command: string, mails: readonly StoredMail[]): string[] | undefined {
  if (/^SEARCH /i.test(command)) return [`* SEARCH${mails.flatMap(searchMail(command)).join('')}`];
  const [, name = '', uidText = '', rest = ''] = /^(FETCH|STORE) (\d+) (.+)$/i.exec(command) ?? [];
  const uid = Number(uidText);
  const mail = mails[uid - 1];
  if (!mail) return name === '' ? undefined : [];
  if (name.toUpperCase() === 'STORE') {
    mail.isSeen ||= /^\+FLAGS(?:\.SILENT)? \(\\Seen\)$/i.test(rest);
    return [`* ${uid} FETCH (UID ${uid} FLAGS (${mail.isSeen ? '\\Seen' : ''}))`];
  }
  mail.reads += 1;
  return [`* ${uid} FETCH (UID ${uid} BODY[] {${mail.source.length}}\r\n${mail.source})`];
}

/** Matches the conditions UNSEEN, SMALLER and HEADER, of which each present one must hold. */
const searchMail = (command: string) => (mail: StoredMail, index: number) => {
  const [header = ''] = mail.source.replace(/\r\n[ \t]+/g, ' ').split('\r\n\r\n');
  const [, smaller = Infinity] = /SMALLER (\d+)/i.exec(command) ?? [];
  const [, headerName = '', headerText = ''] = /HEADER (\S+) (\S+)/i.exec(command) ?? [];
  const value = new RegExp(`^${unquote(headerName)}:(.*)$`, 'im').exec(header)?.[1] ?? '';
  const isMatch =
    !(/UNSEEN/i.test(command) && mail.isSeen) &&
    mail.source.length < Number(smaller) &&
    (headerName === '' || value.toLowerCase().includes(unquote(headerText).toLowerCase()));
  return isMatch ? [` ${index + 1}`] : [];
};
