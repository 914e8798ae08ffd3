import { WEBHOOK_EVENTS, webhookEvents } from '@innkeeper/contract';
import { INTEGRATION_TAG, jsonSchemaOf, webhookMessage } from '@innkeeper/contract/calls';
import { content } from '../../engine/openapi/parts.ts';
import type { Json } from '../../engine/openapi/schemas.ts';

/** The headers of Standard Webhooks. */
const HEADERS: readonly (readonly [string, string])[] = [
  ['webhook-id', 'The same each time that the message is sent: whoever has seen it is done'],
  ['webhook-timestamp', 'When it was sent, in seconds since 1970'],
  [
    'webhook-signature',
    'One or several, between blanks: any that fits will do. While a secret is replaced there are two',
  ],
];

const responses: Json = {
  '2XX': { description: 'It was taken. Only the beginning of the answer is read' },
  '410': { description: 'The receiver is gone: the webhook is switched off' },
  default: { description: 'It is sent again, for 24 hours, with growing pauses' },
};

/** The messages to receivers, as the document describes them. */
export const webhookOperations = (): Json =>
  Object.fromEntries(
    webhookEvents.map((event) => {
      const { label, description } = WEBHOOK_EVENTS[event];
      const operation = {
        operationId: event.replace(/\.(.)/, (_, letter: string) => letter.toUpperCase()),
        tags: [INTEGRATION_TAG],
        summary: label.en,
        'x-summary-id': label.id,
        description,
        security: [],
        parameters: HEADERS.map(([name, said]) => ({
          name,
          in: 'header',
          required: true,
          description: said,
          schema: { type: 'string' },
        })),
        requestBody: { required: true, content: content(jsonSchemaOf(webhookMessage(event), 'output')) },
        responses,
      };
      return [event, { post: operation }];
    }),
  );
