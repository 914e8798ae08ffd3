import { chmod, mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mail, Postmark } from './outbox.ts';

/** Hands a mail over to a relay or a folder, and returns its answer; rejects where that did not work. */
export type Carry = (mail: Mail, postmark: Postmark) => Promise<string>;

/** The folder of captured mails. */
export const captureFolder = (dataDir: string): string => join(dataDir, 'mail');

/** A mail as nodemailer takes it. Nodemailer encodes characters beyond ASCII, and nothing in a value begins another header. */
const messageOf = (
  { from, replyTo, to, subject, text, html, attachments = [] }: Mail,
  { id, orderedAt }: Postmark,
) => ({
  from: { name: from.name, address: from.address },
  to: { name: '', address: to },
  subject,
  text,
  ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
  ...(html !== undefined && { html }),
  attachments: attachments.map(({ content, ...file }) => ({ ...file, content: Buffer.from(content) })),
  date: orderedAt,
  messageId: `<${id}@${from.address.split('@').at(-1)}>`,
  textEncoding: 'base64' as const,
  // No machine should answer to it (RFC 3834).
  headers: { 'Auto-Submitted': 'auto-generated' },
  disableFileAccess: true,
  disableUrlAccess: true,
});

/** A relay that says nothing for so long is away. */
const SILENCE_MS = 30_000;

/** Carries mails by SMTP. One conversation for each: they are few. */
export function carryBySmtp(url: string): Carry {
  const relay = createTransport({
    url,
    connectionTimeout: SILENCE_MS,
    greetingTimeout: SILENCE_MS,
    socketTimeout: SILENCE_MS,
  });
  return async (mail, postmark) => (await relay.sendMail(messageOf(mail, postmark))).response;
}

/**
 * Keeps every mail as an `.eml` file in a folder, where no relay is configured. A file is there whole or not at all, and a
 * mail that comes a second time replaces itself.
 */
export function captureMail(folder: string): Carry {
  const press = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (mail, postmark) => {
    const { message } = await press.sendMail(messageOf(mail, postmark));
    // The program's user may read its mails to guests, nobody else; a folder of an older program is closed too.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    const name = `${postmark.orderedAt.toISOString().replace(/[:.]/g, '-')}-${postmark.id.slice(0, 8)}`;
    await writeFile(join(folder, `.${name}.part`), message, { mode: 0o600 });
    await rename(join(folder, `.${name}.part`), join(folder, `${name}.eml`));
    return `Kept as ${name}.eml`;
  };
}
