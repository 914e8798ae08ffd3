import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { captureMail, toMessage } from './outbox.ts';

const mail = {
  from: 'no-reply@console.test',
  to: 'sari@example.test',
  subject: 'Hello',
  text: 'One line\nTwo — 🐴\n',
  sentAt: new Date('2026-03-01T08:00:00Z'),
};

test('a mail travels as RFC 5322 asks: headers, an empty line, encoded text in short lines', () => {
  const message = toMessage({ ...mail, text: 'x'.repeat(200) });
  const [head = '', body = ''] = message.split('\r\n\r\n');
  expect(head).toContain(
    'From: Innkeeper <no-reply@console.test>\r\nTo: <sari@example.test>\r\nSubject: Hello\r\nDate: Sun, 01 Mar 2026 08:00:00 +0000',
  );
  expect(Math.max(...body.split('\r\n').map((line) => line.length))).toBe(76);
  expect(Buffer.from(body, 'base64').toString()).toBe('x'.repeat(200));
});

test('lines end with CRLF and every character arrives', () => {
  const body = toMessage(mail).split('\r\n\r\n')[1] ?? '';
  expect(Buffer.from(body, 'base64').toString()).toBe('One line\r\nTwo — 🐴\r\n');
});

test('nothing in a subject or an address begins another header', () => {
  const message = toMessage({
    ...mail,
    subject: 'Halo\r\nBcc: thief@example.test é',
    to: 'sari@example.test\r\nBcc: thief@example.test',
  });
  expect(message.split('\r\n').filter((line) => line.startsWith('Bcc'))).toEqual([]);
  expect(message).toMatch(/^Subject: =\?UTF-8\?B\?[\w+/=]+\?=$/m);
});

test('a captured mail is one whole file in a folder that is made for it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'innkeeper-mail-'));
  try {
    const deliver = captureMail(join(folder, 'mail'));
    await Promise.all([deliver(mail), deliver(mail)]);
    const files = await readdir(join(folder, 'mail'));
    expect(files).toEqual([
      expect.stringMatching(/^2026-03-01T08-00-00-000Z-[0-9a-f]{8}\.eml$/),
      expect.stringMatching(/\.eml$/),
    ]);
    expect(await readFile(join(folder, 'mail', files[0] ?? ''), 'utf8')).toContain('Subject: Hello');
  } finally {
    await rm(folder, { recursive: true });
  }
});
