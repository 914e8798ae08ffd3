import { chmod, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Relay, startRelay } from '../../testing/relay.ts';
import { createCaptureTransport, createSmtpTransport } from './mail-transport.ts';

const mail = {
  from: { name: 'Hotel Melati', address: 'no-reply@console.test' },
  to: 'sari@example.test',
  subject: 'Pilih kata sandi baru — 🐴',
  text: `One line\nTwo — 🐴 ${'x'.repeat(2000)}\n.\nlast\n`,
};
const identity = { id: 'c0ffee00c0ffee00c0ffee00c0ffee00', queuedAt: new Date('2026-03-01T08:00:00Z') };

describe('a mail by SMTP', () => {
  const account = { user: 'inn:keeper@hotel', pass: 'fourteen/otters?' };
  let relay: Relay;
  beforeAll(async () => {
    relay = await startRelay({ auth: account });
  });
  afterAll(() => relay.close());

  test('arrives unchanged, with the sender and time of its order', async () => {
    expect(await createSmtpTransport(relay.url)(mail, identity)).toMatch(/^250/);
    const { to, mail: parsedMail, raw } = relay.received.at(-1) ?? {};
    expect(to).toEqual(['sari@example.test']);
    expect(parsedMail).toMatchObject({
      from: mail.from,
      to: [{ name: '', address: mail.to }],
      subject: mail.subject,
      date: '2026-03-01T08:00:00.000Z',
      messageId: `<${identity.id}@console.test>`,
      attachments: [],
    });
    expect(parsedMail?.text?.trimEnd()).toBe(mail.text.trimEnd());
    expect(parsedMail?.headers).toContainEqual(
      expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
    );
    expect(Math.max(...(raw ?? '').split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78);
  });

  test.each([
    ['subject', { subject: 'Halo\r\nBcc: thief@example.test' }],
    ['address', { to: 'sari@example.test\r\nBcc: thief@example.test' }],
    ['addresses', { to: 'sari@example.test, thief@example.test' }],
    ['sender', { from: { name: 'Hotel\r\nBcc: thief@example.test', address: 'no-reply@console.test' } }],
    ['text', { text: '\r\nBcc: thief@example.test\r\n.\r\nRCPT TO:<thief@example.test>\r\n' }],
  ])('goes to no other recipient, whatever its %s contains', async (_, hostileText) => {
    const before = relay.received.length;
    for (const returnPath of [{}, { returnPath: 'bounces+1-a@mail.example' }])
      await createSmtpTransport(relay.url)({ ...mail, ...hostileText }, { ...identity, ...returnPath }).catch(
        () => undefined,
      );
    for (const { to, mail: read } of relay.received.slice(before)) {
      expect(to).not.toContain('thief@example.test');
      expect(read.headers.map(({ key }) => key)).not.toContain('bcc');
    }
  });

  test('is not marked as sent when the relay rejects it, rejects our login or is unreachable', async () => {
    relay.rejectWith(451);
    await expect(createSmtpTransport(relay.url)(mail, identity)).rejects.toMatchObject({ responseCode: 451 });
    relay.rejectWith(undefined);
    await expect(createSmtpTransport(relay.url.replace('fourteen', 'fifteen'))(mail, identity)).rejects.toMatchObject({
      code: 'EAUTH',
    });
    const closedRelay = await startRelay();
    await closedRelay.close();
    await expect(createSmtpTransport(closedRelay.url)(mail, identity)).rejects.toMatchObject({ code: 'ESOCKET' });
  });
});

test('captured mails and their folder are restricted to the owner, even in an existing folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'innkeeper-mail-'));
  const mails = join(folder, 'mail');
  const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
  try {
    const name = (await createCaptureTransport(mails)(mail, identity)).replace('Kept as ', '');
    expect([await modeOf(mails), await modeOf(join(mails, name))]).toEqual([0o700, 0o600]);
    await chmod(mails, 0o755);
    await createCaptureTransport(mails)(mail, identity);
    expect(await modeOf(mails)).toBe(0o700);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a captured mail is one complete file, even if repeated, and its folder is created', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'innkeeper-mail-'));
  try {
    const transport = createCaptureTransport(join(folder, 'mail'));
    expect(await transport(mail, identity)).toBe('Kept as 2026-03-01T08-00-00-000Z-c0ffee00.eml');
    await transport(mail, identity);
    await transport(mail, { ...identity, id: 'feed'.repeat(8) });
    const files = (await readdir(join(folder, 'mail'))).sort();
    expect(files).toEqual(['2026-03-01T08-00-00-000Z-c0ffee00.eml', '2026-03-01T08-00-00-000Z-feedfeed.eml']);
    const bytes = await readFile(join(folder, 'mail', files[0] ?? ''));
    const parsedMail = await PostalMime.parse(bytes);
    expect(parsedMail).toMatchObject({
      subject: mail.subject,
      from: mail.from,
      messageId: `<${identity.id}@console.test>`,
    });
    expect(parsedMail.text?.trimEnd()).toBe(mail.text.trimEnd());
    // Follows the manual steps of docs/operations.md.
    const body = bytes.toString().split('\r\n\r\n')[1] ?? '';
    expect(Buffer.from(body, 'base64').toString().replaceAll('\r\n', '\n')).toBe(mail.text);
  } finally {
    await rm(folder, { recursive: true });
  }
});
