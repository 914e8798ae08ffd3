import PostalMime from 'postal-mime';
import type { Bounce } from './mail-log.ts';

/*
 * Reports about mails that could not be delivered, as mail servers send them to the return path (RFC 3464). Such a report
 * has the status of the mail as fields, and the mail itself or its header.
 */

/**
 * Statuses that are no fault of the address, although the server will not accept this mail: a full mailbox, a mail that
 * is too large, a server that stayed unreachable, its own state, the content, and policies about the sender, for example
 * a missing DKIM signature. Marking an address after one of them could silence every member of a mail provider.
 */
const OTHER_FAULT = /^5\.(?:2\.[23]|4\.7|[367]\.\d+)$/;
/** An enhanced status code (RFC 3463) by itself or in a server's response. */
const STATUS_PATTERN = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.])/;

/**
 * Whether the address itself is at fault, by a server's response or a status: `550 5.1.1 No such user`, `5.1.1`. Without
 * an enhanced status code the first digit decides.
 */
export function isPermanentStatus(response: string): boolean {
  const status = STATUS_PATTERN.exec(response)?.[0];
  return status === undefined
    ? response.trimStart().startsWith('5')
    : status.startsWith('5') && !OTHER_FAULT.test(status);
}

export interface DeliveryReport {
  /** The texts that may identify the mail: addresses that the report went to, and the mail's Message-ID. */
  readonly references: readonly string[];
  /** Undefined if the mail is only delayed, or was delivered. */
  readonly bounce: Bounce | undefined;
}

const ADDRESS_HEADERS = new Set(['to', 'delivered-to', 'x-original-to']);
const RETURNED_MAIL_TYPES = new Set(['message/rfc822', 'message/global', 'text/rfc822-headers']);

/** Reads a delivery report; undefined if the mail is none. */
export async function parseDeliveryReport(source: Uint8Array): Promise<DeliveryReport | undefined> {
  const mail = await PostalMime.parse(source, { forceRfc822Attachments: true });
  const readParts = (accepts: (type: string) => boolean): string[] =>
    mail.attachments.filter(({ mimeType }) => accepts(mimeType)).map(({ content }) => decodeContent(content));
  const [status] = readParts((type) => /^message\/(?:global-)?delivery-status$/.test(type));
  if (status === undefined) return undefined;
  const addresses = mail.headers.filter(({ key }) => ADDRESS_HEADERS.has(key)).map(({ value }) => value);
  const messageIds = readParts((type) => RETURNED_MAIL_TYPES.has(type)).map(
    (text) => parseFields(text).get('message-id') ?? '',
  );
  return {
    references: [...addresses.flatMap((value) => value.split(/[\s,<>]+/)), ...messageIds],
    bounce: findBounce(status),
  };
}

const decodeContent = (content: string | ArrayBuffer | Uint8Array): string =>
  typeof content === 'string' ? content : new TextDecoder().decode(content);

/** The fields of the first block, as in a mail's header: names in lower case, folded lines joined. */
const parseFields = (text: string): ReadonlyMap<string, string> =>
  new Map(
    (text.split(/\r?\n\r?\n/)[0] ?? '')
      .replace(/\r?\n[ \t]+/g, ' ')
      .split(/\r?\n/)
      .map((line) => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
      }),
  );

/** The first block is about the server, each other one about a recipient; a mail of ours has one. */
function findBounce(status: string): Bounce | undefined {
  const blocks = status.split(/\r?\n[ \t]*\r?\n/).map(parseFields);
  const failure = blocks.find((fields) => fields.get('action')?.toLowerCase() === 'failed');
  if (!failure) return undefined;
  const code = failure.get('status') ?? '';
  const response = failure.get('diagnostic-code')?.replace(/^[\w-]+ *; */, '') ?? '';
  return { reason: response || code, isPermanent: isPermanentStatus(code || response) };
}
