import { z } from 'zod';
import { permission } from '../rights/permission.ts';
import { webhook_delivery } from '../resources/webhook_delivery.ts';
import { WEBHOOK_EVENTS, type WebhookEventName } from '../rules/webhook-events.ts';
import { bodyOf } from './body.ts';
import type { Calls } from './definition.ts';
import { pathId } from './parameters.ts';
import { id, codedRecord, record, text, textOrNull, integer } from './shapes.ts';

/** Calls that resend messages to webhooks. */
export const webhookCalls = {
  'POST /api/webhook_delivery/{id}/resend': {
    name: 'resendWebhookMessage',
    tag: webhook_delivery.labels.en,
    summary: {
      en: 'Send a message again with the same ID',
      id: 'Kirim ulang pesan dengan ID yang sama',
    },
    description: 'The message is retried for another 24 hours. Messages are stored for 30 days after they were sent.',
    rights: [permission('UPDATE', webhook_delivery.permission)],
    path: { id: pathId(webhook_delivery) },
    body: bodyOf({ fields: {} }),
    response: z.strictObject({ data: record('webhook_delivery', {}) }),
    write: 'idempotent',
    rejections: [409],
  },
} satisfies Calls;

const codedRecordOrNull = codedRecord.nullable();
const zeroOrOne = z.literal([0, 1]);

/** The fields of a member in messages: only those of identity, membership and hotels. */
const webhookMember = z.strictObject({
  id,
  version: integer.meta({ description: 'Increases with every change: of two messages, the higher version is newer' }),
  first_name: textOrNull,
  last_name: textOrNull,
  email: textOrNull,
  phone_no: textOrNull,
  is_active: zeroOrOne,
  membership: codedRecordOrNull,
  hotel: codedRecordOrNull,
  register_hotel: codedRecordOrNull,
  member_date: textOrNull,
  renew_date: textOrNull,
  valid_until_date: textOrNull,
  merged_into_id: id.nullable(),
  created_at: text,
  updated_at: text,
  deleted_at: textOrNull,
});

/** The names of a member's fields in messages. */
export const webhookMemberFields = Object.keys(webhookMember.shape);

/** The body of a message. */
export const webhookMessage = (event: WebhookEventName) =>
  z.strictObject({
    type: z.literal(event),
    timestamp: z.iso.datetime().meta({ description: 'Time of the event, UTC' }),
    data: (WEBHOOK_EVENTS[event].resource === 'member'
      ? webhookMember
      : record(WEBHOOK_EVENTS[event].resource, {})
    ).meta({
      description: 'The record when the message was created, usually within a second',
    }),
    previous: z
      .record(text, z.unknown())
      .nullable()
      .meta({ description: 'Previous values of changed fields; null if nothing changed' }),
  });
