import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';

/**
 * Waits up to 15 seconds for at least `count` mails to this address. Without a relay the server writes mails to files.
 *
 * @returns their texts, oldest first
 */
export async function waitForMails(address: string, count = 1): Promise<readonly string[]> {
  let mails: readonly string[] = [];
  await expect(async () => {
    mails = await readMails(address);
    expect(mails.length).toBeGreaterThanOrEqual(count);
  }).toPass({ timeout: 15_000 });
  return mails;
}

async function readMails(address: string): Promise<readonly string[]> {
  const folder = join(process.env.APP_DATA_DIR ?? '', 'mail');
  const fileNames = await readdir(folder).catch(() => []);
  const mails = await Promise.all(
    fileNames
      .filter((name) => name.endsWith('.eml'))
      .sort()
      .map((name) => readFile(join(folder, name), 'utf8')),
  );
  return mails.filter((mail) => mail.includes(address)).map(decodeText);
}

/** The plain text of a mail: of its first part if it has several. */
function decodeText(mail: string): string {
  const boundary = /boundary="([^"]+)"/.exec(mail)?.[1];
  const part = boundary === undefined ? mail : (mail.split(`--${boundary}\r\n`)[1] ?? '');
  const end = part.indexOf('\r\n\r\n');
  const [headers, body] = [part.slice(0, end), part.slice(end + 4)];
  const encoding = /^content-transfer-encoding: *(\S+)/im.exec(headers)?.[1]?.toLowerCase();
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  if (encoding !== 'quoted-printable') return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
