import { isObject } from '../http/body.ts';
import { parseJsonField } from '../http/json.ts';
import { isPermanentStatus } from './delivery-report.ts';

/*
 * What mail services report about mails, each in its own format: Amazon SES through SNS, Postmark, Mailgun, and a plain
 * format for anything else. Reports that are no outcome are left out, for example openings, and attempts that the service
 * repeats.
 */

export interface MailEvent {
  readonly type: 'bounced' | 'complained' | 'delivered';
  /** The texts that may identify the mail: its Message-ID, its return path, or its token. */
  readonly references: readonly string[];
  /** Whether a bounced address is at fault, so that the next mail would bounce, too. */
  readonly isPermanent: boolean;
  /** The server's words. */
  readonly reason: string;
}

type Json = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Json => (isObject(value) ? value : {});
const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const firstTextOf = (...values: readonly unknown[]): string => values.map(textOf).find((text) => text !== '') ?? '';
const textsOf = (...values: readonly unknown[]): string[] => values.map(textOf).filter((text) => text !== '');

/** The events in a request's body; undefined for an unknown format. */
export function parseMailEvents(body: unknown): readonly MailEvent[] | undefined {
  const json = objectOf(body);
  if (Array.isArray(json.events)) return json.events.flatMap((event) => parsePlainEvent(objectOf(event)));
  if (isObject(json['event-data'])) return parseMailgunEvent(json['event-data']);
  if (typeof json.RecordType === 'string') return parsePostmarkEvent(json);
  if (typeof json.Type === 'string' && 'TopicArn' in json) return parseSnsMessage(json);
  return undefined;
}

/** The address by which the operator confirms a subscription of SNS. */
export const findSubscribeUrl = (body: unknown): string | undefined => {
  const { Type, SubscribeURL } = objectOf(body);
  return Type === 'SubscriptionConfirmation' ? textOf(SubscribeURL) : undefined;
};

const EVENT_TYPES = ['bounced', 'complained', 'delivered'] as const;

function parsePlainEvent(event: Json): MailEvent[] {
  const type = EVENT_TYPES.find((candidate) => candidate === event.type);
  if (!type) return [];
  return [
    {
      type,
      references: textsOf(event.message_id, event.return_path),
      isPermanent: event.permanent === true,
      reason: textOf(event.reason),
    },
  ];
}

function parseSnsMessage({ Message }: Json): MailEvent[] {
  const notification = objectOf(parseJsonField(Message));
  // Notifications have a notificationType, published events an eventType.
  const kind = firstTextOf(notification.notificationType, notification.eventType);
  const mail = objectOf(notification.mail);
  const messageIdHeaders = arrayOf(mail.headers)
    .map(objectOf)
    .filter(({ name }) => textOf(name).toLowerCase() === 'message-id');
  const references = textsOf(
    mail.source,
    objectOf(mail.commonHeaders).messageId,
    ...messageIdHeaders.map(({ value }) => value),
  );
  if (kind === 'Bounce') {
    const bounce = objectOf(notification.bounce);
    const recipient = objectOf(arrayOf(bounce.bouncedRecipients)[0]);
    const reason = firstTextOf(recipient.diagnosticCode, recipient.status, bounce.bounceSubType);
    return [{ type: 'bounced', references, isPermanent: bounce.bounceType === 'Permanent', reason }];
  }
  if (kind === 'Complaint') {
    const { complaintFeedbackType } = objectOf(notification.complaint);
    return [{ type: 'complained', references, isPermanent: false, reason: textOf(complaintFeedbackType) }];
  }
  return kind === 'Delivery' ? [{ type: 'delivered', references, isPermanent: false, reason: '' }] : [];
}

/** Types of Postmark's bounces that mean an undelivered mail; others are replies, subscriptions and delays. */
const POSTMARK_BOUNCES: Readonly<Record<string, { readonly isPermanent: boolean }>> = {
  HardBounce: { isPermanent: true },
  BadEmailAddress: { isPermanent: true },
  SoftBounce: { isPermanent: false },
  DnsError: { isPermanent: false },
  Blocked: { isPermanent: false },
  SpamNotification: { isPermanent: false },
  DMARCPolicy: { isPermanent: false },
  Unknown: { isPermanent: false },
};

function parsePostmarkEvent(event: Json): MailEvent[] {
  const references = textsOf(objectOf(event.Metadata).mail, event.MessageID);
  const reason = firstTextOf(event.Details, event.Description);
  if (event.RecordType === 'Delivery') return [{ type: 'delivered', references, isPermanent: false, reason }];
  const type = textOf(event.Type);
  if (event.RecordType === 'SpamComplaint' || type === 'SpamComplaint')
    return [{ type: 'complained', references, isPermanent: false, reason }];
  const bounce = event.RecordType === 'Bounce' && Object.hasOwn(POSTMARK_BOUNCES, type) && POSTMARK_BOUNCES[type];
  return bounce ? [{ type: 'bounced', references, isPermanent: bounce.isPermanent, reason }] : [];
}

function parseMailgunEvent(data: Json): MailEvent[] {
  const status = objectOf(data['delivery-status']);
  const reason = firstTextOf(status.message, status.description, data.reason);
  const references = textsOf(objectOf(objectOf(data.message).headers)['message-id'], objectOf(data.envelope).sender);
  if (data.event === 'complained' || data.event === 'delivered')
    return [{ type: data.event, references, isPermanent: false, reason }];
  // A temporary failure is tried again by Mailgun.
  if (data.event !== 'failed' || data.severity !== 'permanent') return [];
  const isPermanent = data.reason === 'suppress-bounce' || isPermanentStatus(`${String(status.code)} ${reason}`);
  return [{ type: 'bounced', references, isPermanent, reason }];
}
