import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail } from './outbox.ts';

/**
 * The response format of `createCaptureTransport`. A relay may respond with anything, so no other path is ever read.
 */
const CAPTURED_REPLY = /^Kept as (?<file>[\dTZ-]{20,30}-[\da-f]{8}\.eml)$/;

/** A captured mail without its subject, which is in the log. */
export type CapturedMail = Pick<Mail, 'to' | 'text' | 'html'>;

/**
 * Reads a captured mail by its logged response; undefined if a relay sent it or the file is missing. See
 * docs/decisions/0043-show-a-logged-mail-as-sent-only-if-a-copy-exists.md.
 */
export async function readCapturedFile(folder: string, response: string): Promise<CapturedMail | undefined> {
  const { file } = CAPTURED_REPLY.exec(response)?.groups ?? {};
  if (file === undefined) return undefined;
  const message = await readFile(join(folder, file), 'latin1').catch(() => undefined);
  return message === undefined ? undefined : parseCapturedMail(message);
}

/**
 * The parts of a message written by `createCaptureTransport`: plain text, or plain text and HTML. Each is base64, or
 * unencoded if it is ASCII with short lines.
 */
function parseCapturedMail(message: string): CapturedMail | undefined {
  const mailPart = splitMessage(message);
  const boundary = /boundary="?([^";\s]+)/i.exec(mailPart.headers)?.[1];
  // The line break before a boundary belongs to the boundary.
  const parts = boundary === undefined ? [mailPart] : message.split(`\r\n--${boundary}\r\n`).slice(1).map(splitMessage);
  const decodePart = (type: RegExp): string | undefined => {
    const part = parts.find(({ headers }) => type.test(headers));
    if (!part) return undefined;
    const body = part.body.split(`\r\n--${boundary}--`)[0] ?? '';
    const isEncoded = /^content-transfer-encoding: base64/im.test(part.headers);
    return (isEncoded ? Buffer.from(body, 'base64').toString() : body).replaceAll('\r\n', '\n');
  };
  const to = /^to: *<?([^<>\s]+)>?\s*$/im.exec(mailPart.headers)?.[1];
  const [text, html] = [decodePart(/^content-type: ?text\/plain/im), decodePart(/^content-type: ?text\/html/im)];
  if (to === undefined || text === undefined) return undefined;
  return { to, text, ...(html !== undefined && { html }) };
}

/** The text before the first empty line and the text after it. Folded header lines are joined. */
function splitMessage(message: string): { headers: string; body: string } {
  const end = message.indexOf('\r\n\r\n');
  return { headers: message.slice(0, end).replace(/\r\n[ \t]+/g, ' '), body: message.slice(end + 4) };
}
