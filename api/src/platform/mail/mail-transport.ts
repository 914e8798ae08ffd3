import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { isPermanentStatus } from './delivery-report.ts';
import type { Bounce } from './mail-log.ts';
import type { Mail, MailIdentity } from './outbox.ts';

/** Hands a mail to a relay or a folder and returns its response. Rejects on failure. */
export type MailTransport = (mail: Mail, identity: MailIdentity) => Promise<string>;

/** The folder of captured mails. */
export const captureFolder = (dataDir: string): string => join(dataDir, 'mail');

/** An address without the characters that separate or quote addresses. */
const PLAIN_ADDRESS = /^[^\s,;:<>()[\]"\\@]+@[^\s,;:<>()[\]"\\@]+$/;

/** A mail in nodemailer's format. Nodemailer encodes non-ASCII characters and prevents header injection. */
const toNodemailerMessage = (
  { from, replyTo, to, subject, text, html, attachments = [], unsubscribeUrl }: Mail,
  { id, queuedAt, token, returnPath }: MailIdentity,
) => ({
  from: { name: from.name, address: from.address },
  to: { name: '', address: to },
  subject,
  text,
  ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
  ...(html !== undefined && { html }),
  attachments: attachments.map(({ content, ...file }) => ({ ...file, content: Buffer.from(content) })),
  date: queuedAt,
  messageId: `<${[id, ...(token === undefined ? [] : [token])].join('.')}@${from.address.split('@').at(-1)}>`,
  // Nodemailer reads the recipients of an envelope as a list, so an address that could be one gets the usual envelope.
  ...(returnPath !== undefined && PLAIN_ADDRESS.test(to) && { envelope: { from: returnPath, to } }),
  textEncoding: 'base64' as const,
  headers: {
    // Tells machines not to reply (RFC 3834).
    'Auto-Submitted': 'auto-generated',
    // Mail programs show a button that posts the second header to the address in the first (RFC 8058).
    ...(unsubscribeUrl !== undefined && {
      'List-Unsubscribe': { prepared: true, value: `<${unsubscribeUrl}>` },
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
    // Postmark replaces Message-ID and return path, and reports its metadata instead.
    ...(token !== undefined && { 'X-PM-Metadata-mail': token }),
  },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** A relay that is silent for this long counts as unreachable. */
const TIMEOUT_MS = 30_000;

/** Sends mails by SMTP, one connection per mail: there are few. */
export function createSmtpTransport(url: string, timeoutMs = TIMEOUT_MS): MailTransport {
  const relay = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return async (mail, identity) => (await relay.sendMail(toNodemailerMessage(mail, identity))).response;
}

/** An error of nodemailer's. */
interface SmtpError extends Error {
  readonly code?: string;
  /** The command that the server rejected. */
  readonly command?: string;
  /** The server's response; with its code, as a number. */
  readonly response?: string;
  readonly responseCode?: number;
}

/** The server needs a sign-in first: our configuration, whatever the recipient. */
const SIGN_IN_CODES = new Set([530, 534, 535, 538]);

/**
 * The bounce behind a transport's error: the server rejected the recipient or the content for good. Undefined if the
 * mail is worth another attempt: a temporary rejection, no connection, or a sender, sign-in or greeting that is rejected,
 * which is our own configuration.
 */
export function findBounce(error: unknown): Bounce | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, command, response, responseCode }: SmtpError = error;
  if (code !== 'EENVELOPE' && code !== 'EMESSAGE') return undefined;
  if (command !== 'RCPT TO' && command !== 'DATA') return undefined;
  if (responseCode === undefined || responseCode < 500 || SIGN_IN_CODES.has(responseCode)) return undefined;
  const reason = response ?? error.message;
  return { reason, isPermanent: isPermanentStatus(reason) };
}

/**
 * Saves every mail as an `.eml` file in a folder, if no relay is configured. Files are written atomically, and a
 * repeated mail overwrites its own file.
 */
export function createCaptureTransport(folder: string): MailTransport {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (mail, identity) => {
    const { message } = await composer.sendMail(toNodemailerMessage(mail, identity));
    // Only the app's system user may read mails to guests. A folder created by an older version is restricted as well.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    const name = `${identity.queuedAt.toISOString().replace(/[:.]/g, '-')}-${identity.id.slice(0, 8)}`;
    await writeFile(join(folder, `.${name}.part`), message, { mode: 0o600 });
    await rename(join(folder, `.${name}.part`), join(folder, `${name}.eml`));
    return `Kept as ${name}.eml`;
  };
}
