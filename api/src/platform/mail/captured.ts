import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail } from './outbox.ts';

/** The answer of `captureMail`; a relay may answer anything, and no other path is ever read for it. */
const KEPT = /^Kept as (?<file>[\dTZ-]{20,30}-[\da-f]{8}\.eml)$/;

/** A captured mail, without its subject, which the log has. */
export type CapturedMail = Pick<Mail, 'to' | 'text' | 'html'>;

/**
 * Reads a captured mail by the answer that was logged; undefined where a relay carried it, or the file is gone.
 * See docs/decisions/0043-mails-as-they-went-out.md.
 */
export async function readCaptured(folder: string, answer: string): Promise<CapturedMail | undefined> {
  const { file } = KEPT.exec(answer)?.groups ?? {};
  if (file === undefined) return undefined;
  const message = await readFile(join(folder, file), 'latin1').catch(() => undefined);
  return message === undefined ? undefined : parseCaptured(message);
}

/**
 * The parts of a message as `captureMail` writes it: a text, or a text and a page; each in base64, or as it is where it is ASCII
 * in short lines.
 */
function parseCaptured(message: string): CapturedMail | undefined {
  const whole = split(message);
  const boundary = /boundary="?([^";\s]+)/i.exec(whole.headers)?.[1];
  // The end of the line before a boundary is the boundary's.
  const parts = boundary === undefined ? [whole] : message.split(`\r\n--${boundary}\r\n`).slice(1).map(split);
  const read = (type: RegExp): string | undefined => {
    const part = parts.find(({ headers }) => type.test(headers));
    if (!part) return undefined;
    const body = part.body.split(`\r\n--${boundary}--`)[0] ?? '';
    const isEncoded = /^content-transfer-encoding: base64/im.test(part.headers);
    return (isEncoded ? Buffer.from(body, 'base64').toString() : body).replaceAll('\r\n', '\n');
  };
  const to = /^to: *<?([^<>\s]+)>?\s*$/im.exec(whole.headers)?.[1];
  const [text, html] = [read(/^content-type: ?text\/plain/im), read(/^content-type: ?text\/html/im)];
  if (to === undefined || text === undefined) return undefined;
  return { to, text, ...(html !== undefined && { html }) };
}

/** The part before the first empty line, and the part behind it; a header that goes on in the next line is one again. */
function split(message: string): { headers: string; body: string } {
  const end = message.indexOf('\r\n\r\n');
  return { headers: message.slice(0, end).replace(/\r\n[ \t]+/g, ' '), body: message.slice(end + 4) };
}
