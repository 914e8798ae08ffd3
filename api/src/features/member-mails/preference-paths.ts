import { errorResponses } from '../../engine/openapi/parts.ts';
import { type Json, choiceSchema, objectSchema, textSchema } from '../../engine/openapi/schemas.ts';
import { ONE_CLICK, PREFERENCES, SAVE } from './preferences-page.ts';

const { 404: unknownLink, 429: tooManyAttempts } = errorResponses(404, 429);
const page = { 'text/html': { schema: textSchema } };
const responses: Json = {
  200: { description: 'The page, with what is now true', content: page },
  404: { ...(unknownLink as object), description: 'The link is forged, or its member was deleted', content: page },
  429: { ...(tooManyAttempts as object), content: page },
};
const shared: Json = { tags: ['Mail preferences'], security: [] };
const parameters: Json[] = [
  {
    name: 'token',
    in: 'path',
    required: true,
    description: 'Signed by this server, from the link in a mail',
    schema: textSchema,
    example: `12-${'x'.repeat(43)}`,
  },
  {
    name: 'language',
    in: 'query',
    description: 'Default: the first supported one in Accept-Language',
    schema: choiceSchema(['en', 'id']),
  },
];
const form: Json = objectSchema(
  {
    [ONE_CLICK.name]: { const: ONE_CLICK.value, description: 'Stops all mails that can be declined (RFC 8058)' },
    [SAVE.name]: { const: SAVE.value, description: 'Sets each flag: those without a value are switched off' },
    ...Object.fromEntries(PREFERENCES.map((name) => [name, { const: '1' }])),
  },
  { required: [] },
);

/** The page on which a guest declines mails, by the link in one. */
export const mailPreferencePaths: Json = {
  '/mail/preferences/{token}': {
    get: {
      operationId: 'getMailPreferences',
      ...shared,
      summary: 'Show which mails a guest gets, as a page',
      parameters,
      responses,
    },
    post: {
      operationId: 'saveMailPreferences',
      ...shared,
      summary: 'Unsubscribe with one click, or save the page',
      parameters,
      requestBody: {
        required: true,
        content: {
          'application/x-www-form-urlencoded': { schema: form, example: { [ONE_CLICK.name]: ONE_CLICK.value } },
        },
      },
      responses: { ...responses, 400: errorResponses(400)[400] },
    },
  },
};
