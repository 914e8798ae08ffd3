import { buffer } from 'node:stream/consumers';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../test-app.ts';
import { type SilentServer, startSilentServer } from '../silent-server.ts';
import { verifyRemoteSolution } from '../../platform/captcha/siteverify.ts';
import { createBucketStore } from '../../platform/files/s3-store.ts';
import { createOutboundClient } from '../../platform/http/outbound-request.ts';
import { createOutboundPolicy } from '../../platform/http/outbound-policy.ts';
import { readBounces } from '../../platform/mail/bounce-mailbox.ts';
import { createSmtpTransport } from '../../platform/mail/mail-transport.ts';

/** Servers outside that accept a call and never answer it hold nothing for ever. */

const TIMEOUT_MS = 300;
const { app, db, clock } = await startTestApp({ environment: { LOG_LEVEL: 'silent' } });
const running: SilentServer[] = [];
async function startServer(words?: Parameters<typeof startSilentServer>[0]): Promise<number> {
  const server = await startSilentServer(words);
  running.push(server);
  return server.port;
}
afterAll(async () => {
  for (const server of running) await server.close();
});

const bucketAt = (port: number) =>
  createBucketStore(
    {
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'innkeeper',
      accessKeyId: 'key',
      secretAccessKey: 'secret',
    },
    TIMEOUT_MS,
  );

describe('an object store', () => {
  test('that never responds is unavailable, whatever it is asked for', async () => {
    const store = bucketAt(await startServer());
    await expect(store.open('a.webp')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.write('a.webp', Buffer.from('a'))).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.remove('a.webp')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.findUrl?.('a.webp', 60, new Date())).rejects.toMatchObject({ code: 'unavailable' });
    await expect(store.list()[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('that stops within an object ends its stream with an error', async () => {
    const firstWords = 'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\netag: "1"\r\n\r\nhalf of it';
    const file = await bucketAt(await startServer({ firstWords })).open('a.webp');
    expect(file?.size).toBe(1000);
    if (!file) throw new Error('There is an object');
    await expect(buffer(file.content)).rejects.toThrow('inactivity');
  });
});

const mail = {
  from: { name: 'Innkeeper', address: 'no-reply@hotel.example' },
  to: 'guest@example.test',
  subject: 'Hello',
  text: 'Hello',
};
const identity = { id: '1', queuedAt: new Date('2026-11-30T00:00:00Z') };

test.each([
  ['before its greeting', {}],
  ['after it', { greeting: '220 relay.example ESMTP\r\n' }],
])('a mail relay that falls silent %s is a failed attempt', async (_, words) => {
  const send = createSmtpTransport(`smtp://127.0.0.1:${await startServer(words)}`, TIMEOUT_MS);
  await expect(send(mail, identity)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
});

test('a captcha provider that never responds is a 503', async () => {
  const verifyUrl = `http://127.0.0.1:${await startServer()}/siteverify`;
  const recaptcha = { provider: 'recaptcha', siteKey: 'site', secret: 'secret', verifyUrl } as const;
  const solution = { captchaResponse: 'solution', ip: '127.0.0.1', hostname: 'localhost' };
  await expect(verifyRemoteSolution(recaptcha, solution, TIMEOUT_MS)).rejects.toMatchObject({ code: 'unavailable' });
});

test.each([
  ['before its status', ''],
  ['within its response', 'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf'],
])('a webhook that falls silent %s ends', async (_, firstWords) => {
  const url = new URL(`http://127.0.0.1:${await startServer({ firstWords })}/`);
  const client = createOutboundClient({
    url,
    outboundPolicy: createOutboundPolicy('127.0.0.1'),
    connections: 1,
    timeoutMs: TIMEOUT_MS,
    maxResponseChars: 100,
    signal: new AbortController().signal,
  });
  const response = await client.post('{}', {});
  expect(response).toEqual({ status: null, text: 'No answer within 0.3 seconds' });
  client.close();
});

test.each([
  ['before its greeting', {}],
  ['after it', { greeting: '* OK ready\r\n' }],
])('a mailbox of bounces that falls silent %s is left', async (_, words) => {
  const port = await startServer(words);
  const mailbox = { host: '127.0.0.1', port, isSecure: false, user: 'bounces', password: 'secret', folder: 'INBOX' };
  await expect(readBounces(db, mailbox, clock, app.log, TIMEOUT_MS)).rejects.toMatchObject({
    code: expect.any(String),
  });
});
