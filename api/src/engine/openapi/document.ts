import { DATE_PRESETS, MAX_PER_PAGE, type ResourceDefinition, errors, resources } from '@innkeeper/contract';
import { INTEGRATION_TAG } from '@innkeeper/contract/calls';
import { importExportPathsOf, importExportSchemas, importPaths } from './import-export-paths.ts';
import { sharedResponses } from './parts.ts';
import { resourcePathsOf, listParametersOf } from './resource-paths.ts';
import {
  type Json,
  choiceSchema,
  id,
  inputSchema,
  integerSchema,
  listSchema,
  nullableTextSchema,
  objectSchema,
  recordSchema,
  textSchema,
} from './schemas.ts';

const SHARED_SCHEMAS: Json = {
  error: objectSchema(
    {
      error: choiceSchema(Object.keys(errors)),
      message: textSchema,
      errors: {
        type: 'object',
        additionalProperties: listSchema(textSchema),
        description: 'Errors by field, at most 20',
      },
      more_errors: { ...id, description: 'Number of errors not listed' },
      request_id: textSchema,
      current: { type: 'object', description: 'The current record, with stale_record' },
    },
    { required: ['error', 'message', 'request_id'] },
  ),
  meta: objectSchema(
    {
      page: integerSchema,
      per_page: integerSchema,
      total: {
        ...integerSchema,
        description:
          'Number of records on all pages. May include records that count at other hotels; dashboard and reports count own hotels only',
      },
      total_is_estimate: { type: 'boolean' },
    },
    { required: ['page', 'per_page', 'total', 'total_is_estimate'] },
  ),
  choice: objectSchema(
    {
      id,
      name: textSchema,
      code: nullableTextSchema,
      time_zone: { ...textSchema, description: 'Time zone, for a hotel' },
      currency: { ...textSchema, description: 'Currency, for a hotel' },
    },
    { required: ['id', 'name'] },
  ),
  history: objectSchema(
    {
      at: textSchema,
      by: {
        type: ['object', 'null'],
        properties: {
          id: integerSchema,
          name: textSchema,
          username: { ...textSchema, description: 'User name, for a user' },
          kind: {
            ...choiceSchema(['integration', 'guest']),
            description: 'A hotel system, or a guest who used a link in a mail, whose id is 0',
          },
        },
      },
      action: choiceSchema(['create', 'update', 'delete', 'restore']),
      changes: {
        type: 'object',
        additionalProperties: { type: 'array', prefixItems: [{}, {}] },
        examples: [{ membership_id: [2, 3], remark: [null, 'Prefers a quiet table'] }],
      },
      labels: {
        type: 'object',
        description: 'Names of referenced records',
        additionalProperties: listSchema(nullableTextSchema),
        examples: [{ membership_id: ['Silver', 'Gold'] }],
      },
    },
    { required: ['at', 'by', 'action', 'changes'] },
  ),
};

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: { readonly enum?: readonly string[] };
}
/** A call in the document. */
export interface Operation {
  /** With its parameters in braces. */
  readonly path: string;
  /** Lower case. */
  readonly method: string;
  readonly operation: {
    readonly operationId: string;
    readonly tags: readonly string[];
    readonly parameters?: readonly Parameter[];
  };
}
type Paths = Readonly<Record<string, Readonly<Record<string, Operation['operation']>>>>;

export type OpenApiDocument = ReturnType<typeof createDocument>;

export const listOperations = (paths: Paths): Operation[] =>
  Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );

/** What a developer has to know before the first call. */
const DESCRIPTION = `The back office of a hotel membership programme.

## Sign in
Send \`POST /oauth/token\` with \`grant_type=password\`, a user name and a password. Send the access token with every
call: \`Authorization: Bearer …\`. It is valid for 15 minutes; \`grant_type=refresh_token\` returns a new pair. A hotel's
own system does not sign in: an administrator creates an integration, whose token is shown once. With rights it also
reads lists, records, files and reports here.

## Lists
\`page\` and \`per_page\` (at most ${MAX_PER_PAGE}) divide a list, \`sort=-created_at,id\` sorts it, \`search\` finds records with
all of its words. A filter names a column and an operator: \`filter[hotel_id][includes]=2\`,
\`filter[created_at][between]=2026-11-01,2026-11-30\`. Columns of referenced records are dotted:
\`filter[hotel.country_id][includes]=1\`. For days there are presets: ${DATE_PRESETS.join(', ')}.

## Writes
Send an \`Idempotency-Key\`: if no response arrives, repeat the call with the same key and body, and the first response
returns. \`If-Unmodified-Since-Version\` rejects a change of a record that somebody else has changed since. With
\`Prefer: handling=strict\` (RFC 7240) an unusual value is a 409 \`confirmation_needed\` with a question; without it the
value is accepted.

## Errors
Every error has a code, a message for people in the language of \`Accept-Language\`, messages by field with a 422, and the
\`request_id\` to quote to the operator. 429 and 503 have \`Retry-After\`.`;

/**
 * Builds the OpenAPI 3.1 document from the definitions that also validate the requests. `otherPaths` are the calls that
 * belong to no resource, `webhooks` the messages posted to other servers.
 */
export function createDocument(version: string, otherPaths: readonly Json[], webhooks: Json = {}) {
  const definitions: readonly ResourceDefinition[] = Object.values(resources);
  const paths = mergePaths(definitions, otherPaths);
  const tags = new Set(listOperations(paths).flatMap(({ operation }) => operation.tags));
  const definitionByLabel = new Map(definitions.map((d) => [d.labels.en, d]));
  const describeTag = (name: string): string => {
    if (name === INTEGRATION_TAG)
      return 'For a hotel’s PMS, point of sale or website, with the token of an integration.';
    const d = definitionByLabel.get(name);
    return d ? `Records under /api/${d.key}; their rights end in _${d.permission}.` : 'Other calls.';
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Innkeeper',
      version,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server of this document' }],
    tags: [...tags].map((name) => ({ name, description: describeTag(name) })),
    security: [{ bearer: [] }],
    paths,
    webhooks,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Access token of a user session' },
        integration: { type: 'http', scheme: 'bearer', description: 'Access token of an active integration' },
      },
      responses: sharedResponses,
      schemas: {
        ...SHARED_SCHEMAS,
        ...importExportSchemas,
        ...Object.fromEntries(
          definitions.flatMap((d) => [
            [d.key, recordSchema(d)],
            ...(d.readOnly
              ? []
              : [
                  [`${d.key}_input`, inputSchema(d, 'create')],
                  [`${d.key}_change`, inputSchema(d, 'update')],
                ]),
          ]),
        ),
      },
    },
  };
}

const mergePaths = (definitions: readonly ResourceDefinition[], paths: readonly Json[]): Paths =>
  Object.assign(
    {},
    importPaths,
    ...paths,
    ...definitions.flatMap((d) => [resourcePathsOf(d), importExportPathsOf(d, listParametersOf(d))]),
  );

/** A document of some of the calls: with the webhooks if requested, and the schemas that these calls use. */
export function selectCalls(
  document: OpenApiDocument,
  title: string,
  isIncluded: (path: string) => boolean,
  hasWebhooks: boolean,
): OpenApiDocument {
  const paths = Object.fromEntries(Object.entries(document.paths).filter(([path]) => isIncluded(path)));
  const webhooks = hasWebhooks ? document.webhooks : {};
  const tags = new Set(listOperations(paths).flatMap(({ operation }) => operation.tags));
  const { schemas, responses } = document.components;
  const used = new Set<string>();
  const collect = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (used.has(name)) continue;
      used.add(name);
      collect(schemas[name as keyof typeof schemas]);
    }
  };
  collect([paths, webhooks, responses]);
  return {
    ...document,
    info: { ...document.info, title },
    tags: document.tags.filter(({ name }) => tags.has(name)),
    paths,
    webhooks,
    components: {
      ...document.components,
      schemas: Object.fromEntries(Object.entries(schemas).filter(([name]) => used.has(name))) as typeof schemas, // fewer
    },
  };
}
