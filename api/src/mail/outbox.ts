import { randomBytes } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  /** Plain text; lines end with `\n`. */
  readonly text: string;
  readonly sentAt: Date;
}

/** Hands a mail over to whoever carries it. */
export type Deliver = (mail: Mail) => Promise<void>;

/** A header's value: what is not ASCII is encoded (RFC 2047), and nothing in it begins another header. */
const encoded = (text: string): string =>
  /^[\x20-\x7e]*$/.test(text) ? text : `=?UTF-8?B?${Buffer.from(text.replace(/[\r\n]+/g, ' ')).toString('base64')}?=`;
const address = (text: string): string => text.replace(/[^\x21-\x7e\u00a0-\uffff]/g, '');

/** A mail as it travels (RFC 5322). */
export function toMessage({ from, to, subject, text, sentAt }: Mail): string {
  const body = Buffer.from(text.replaceAll('\n', '\r\n')).toString('base64').replace(/.{76}/g, '$&\r\n');
  return [
    `From: Innkeeper <${address(from)}>`,
    `To: <${address(to)}>`,
    `Subject: ${encoded(subject)}`,
    `Date: ${sentAt.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${randomBytes(16).toString('hex')}@${address(from).split('@').at(-1) ?? 'localhost'}>`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    body,
    '',
  ].join('\r\n');
}

/** Keeps every mail as an `.eml` file in a folder, where no relay is to carry it. A file is there whole or not at all. */
export function captureMail(folder: string): Deliver {
  return async (mail) => {
    await mkdir(folder, { recursive: true });
    const name = `${mail.sentAt.toISOString().replace(/[:.]/g, '-')}-${randomBytes(4).toString('hex')}`;
    await writeFile(join(folder, `.${name}.part`), toMessage(mail), { mode: 0o600 });
    await rename(join(folder, `.${name}.part`), join(folder, `${name}.eml`));
  };
}
