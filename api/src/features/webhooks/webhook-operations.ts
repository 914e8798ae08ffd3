import { WEBHOOK_EVENTS, webhookEvents } from '@innkeeper/contract';
import { INTEGRATION_TAG, jsonSchemaOf, webhookMessage } from '@innkeeper/contract/calls';
import { jsonContent } from '../../engine/openapi/parts.ts';
import type { Json } from '../../engine/openapi/schemas.ts';

/** The headers of Standard Webhooks. */
const HEADERS: readonly (readonly [string, string])[] = [
  ['webhook-id', 'Same ID for every attempt: use it to ignore duplicates'],
  ['webhook-timestamp', 'Time of sending, in seconds since 1970'],
  [
    'webhook-signature',
    'One or more signatures, separated by spaces; one must match. Two are sent while a secret is being replaced',
  ],
];

const responses: Json = {
  '2XX': { description: 'Accepted. Only the beginning of the response is read' },
  '410': { description: 'The receiver no longer exists: the webhook is turned off' },
  default: { description: 'Retried for 24 hours, with increasing intervals' },
};

/** OpenAPI description of the messages to receivers. */
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
        parameters: HEADERS.map(([name, headerDescription]) => ({
          name,
          in: 'header',
          required: true,
          description: headerDescription,
          schema: { type: 'string' },
        })),
        requestBody: { required: true, content: jsonContent(jsonSchemaOf(webhookMessage(event), 'output')) },
        responses,
      };
      return [event, { post: operation }];
    }),
  );
