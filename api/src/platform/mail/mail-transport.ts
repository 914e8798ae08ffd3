import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mail, MailIdentity } from './outbox.ts';

/** Hands a mail to a relay or a folder and returns its response. Rejects on failure. */
export type MailTransport = (mail: Mail, identity: MailIdentity) => Promise<string>;

/** The folder of captured mails. */
export const captureFolder = (dataDir: string): string => join(dataDir, 'mail');

/** A mail in nodemailer's format. Nodemailer encodes non-ASCII characters and prevents header injection. */
const toNodemailerMessage = (
  { from, replyTo, to, subject, text, html, attachments = [] }: Mail,
  { id, queuedAt }: MailIdentity,
) => ({
  from: { name: from.name, address: from.address },
  to: { name: '', address: to },
  subject,
  text,
  ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
  ...(html !== undefined && { html }),
  attachments: attachments.map(({ content, ...file }) => ({ ...file, content: Buffer.from(content) })),
  date: queuedAt,
  messageId: `<${id}@${from.address.split('@').at(-1)}>`,
  textEncoding: 'base64' as const,
  // Tells machines not to reply (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** A relay that is silent for this long counts as unreachable. */
const TIMEOUT_MS = 30_000;

/** Sends mails by SMTP, one connection per mail: there are few. */
export function createSmtpTransport(url: string): MailTransport {
  const relay = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
  return async (mail, identity) => (await relay.sendMail(toNodemailerMessage(mail, identity))).response;
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
