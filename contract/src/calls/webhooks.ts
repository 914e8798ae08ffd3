import { z } from 'zod';
import { permission } from '../permission.ts';
import { webhook_delivery } from '../resources/webhook_delivery.ts';
import { WEBHOOK_EVENTS, type WebhookEventName } from '../webhook-events.ts';
import { body } from './body.ts';
import type { Calls } from './call.ts';
import { pathId } from './parameters.ts';
import { id, nested, record, text, textOrNull, whole } from './shapes.ts';

/** Messages to webhooks, once more. */
export const webhookCalls = {
  'POST /api/webhook_delivery/{id}/resend': {
    tag: webhook_delivery.labels.en,
    summary: {
      en: 'Send a message again, the same one under the same id',
      id: 'Kirim ulang pesan yang sama dengan ID yang sama',
    },
    description: 'What is sent again is tried for 24 hours anew. A message is kept for 30 days after it was sent.',
    rights: [permission('UPDATE', webhook_delivery.permission)],
    path: { id: pathId(webhook_delivery) },
    body: body({}),
    answer: z.strictObject({ data: record('webhook_delivery', {}) }),
    write: 'once',
    refusals: [409],
  },
} satisfies Calls;

const nestedOrNull = nested.nullable();
const oneOrZero = z.literal([0, 1]);

/** The fields of a member in messages: identity, membership and hotels, and nothing beside them. */
const toldMember = z.strictObject({
  id,
  version: whole.meta({ description: 'Grows with every change: of two messages the higher one is the later' }),
  first_name: textOrNull,
  last_name: textOrNull,
  email: textOrNull,
  phone_no: textOrNull,
  is_active: oneOrZero,
  membership: nestedOrNull,
  hotel: nestedOrNull,
  register_hotel: nestedOrNull,
  member_date: textOrNull,
  renew_date: textOrNull,
  valid_until_date: textOrNull,
  merged_into_id: id.nullable(),
  created_at: text,
  updated_at: text,
  deleted_at: textOrNull,
});

/** The fields of a member that a message has. */
export const toldOfMembers = Object.keys(toldMember.shape);

/** The body of a message. */
export const webhookMessage = (event: WebhookEventName) =>
  z.strictObject({
    type: z.literal(event),
    timestamp: z.iso.datetime().meta({ description: 'When it happened, UTC' }),
    data: (WEBHOOK_EVENTS[event].resource === 'member' ? toldMember : record(WEBHOOK_EVENTS[event].resource, {})).meta({
      description: 'The record as it stood when the message was written, mostly within a second',
    }),
    previous: z
      .record(text, z.unknown())
      .nullable()
      .meta({ description: 'What stood before in the fields that changed; null where nothing did' }),
  });
