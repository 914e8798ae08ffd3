import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Mail } from './outbox.ts';
import { toDataUrl } from './template-picture.ts';

/**
 * The response format of `createCaptureTransport`. A relay may respond with anything, so no other path is ever read.
 */
const CAPTURED_REPLY = /^Kept as (?<file>[\dTZ-]{20,30}-[\da-f]{8}\.eml)$/;

/** A captured mail without its subject, which is in the log. Its HTML contains its pictures. */
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
 * A message written by `createCaptureTransport`: plain text, or plain text and HTML, with attachments beside and below
 * them. Each text is base64, or unencoded if it is ASCII with short lines; attachments are base64.
 */
function parseCapturedMail(message: string): CapturedMail | undefined {
  const to = /^to: *<?([^<>\s]+)>?\s*$/im.exec(splitMessage(message).headers)?.[1];
  const parts = readParts(message);
  const decodePart = (type: RegExp): string | undefined => {
    const part = parts.find(({ headers }) => type.test(headers));
    return part && decodeBody(part).toString().replaceAll('\r\n', '\n');
  };
  const [text, html] = [decodePart(/^content-type: ?text\/plain/im), decodePart(/^content-type: ?text\/html/im)];
  if (to === undefined || text === undefined) return undefined;
  return { to, text, ...(html !== undefined && { html: embedAttachments(html, parts) }) };
}

interface MessagePart {
  readonly headers: string;
  readonly body: string;
}

/** The parts of a message that have no parts themselves, in order. */
function readParts(message: string): readonly MessagePart[] {
  const part = splitMessage(message);
  const boundary = /^content-type: multipart\/.*boundary="?([^";\s]+)/im.exec(part.headers)?.[1];
  if (boundary === undefined) return [part];
  // The line break before a boundary belongs to the boundary. The last piece follows the closing one.
  const pieces = `\r\n${part.body}`.split(`\r\n--${boundary}`).slice(1, -1);
  return pieces.flatMap((piece) => readParts(piece.slice('\r\n'.length)));
}

/** The text before the first empty line and the text after it. Folded header lines are joined. */
function splitMessage(message: string): MessagePart {
  const end = message.indexOf('\r\n\r\n');
  return { headers: message.slice(0, end).replace(/\r\n[ \t]+/g, ' '), body: message.slice(end + 4) };
}

const decodeBody = ({ headers, body }: MessagePart): Buffer =>
  Buffer.from(body, /^content-transfer-encoding: base64/im.test(headers) ? 'base64' : 'latin1');

/** Replaces the content ids of pictures by their content. */
const embedAttachments = (html: string, parts: readonly MessagePart[]): string =>
  parts.reduce((page, part) => {
    const id = /^content-id: *<([^<>\s]+)>/im.exec(part.headers)?.[1];
    const type = /^content-type: *([\w/+.-]+)/im.exec(part.headers)?.[1];
    return id === undefined || type === undefined
      ? page
      : page.replaceAll(`"cid:${id}"`, () => `"${toDataUrl(type, decodeBody(part))}"`);
  }, html);
