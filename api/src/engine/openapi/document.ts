import { DATE_PRESETS, type ResourceDefinition, errors, resources } from '@innkeeper/contract';
import { INTEGRATION_TAG } from '@innkeeper/contract/calls';
import { importExportPathsOf, importExportSchemas, importPaths } from './import-export-paths.ts';
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
  meta: objectSchema({
    page: integerSchema,
    per_page: integerSchema,
    total: {
      ...integerSchema,
      description:
        'Number of records on all pages. May include records that count at other hotels; dashboard and reports count own hotels only',
    },
    total_is_estimate: { type: 'boolean' },
  }),
  choice: objectSchema({
    id,
    name: textSchema,
    code: nullableTextSchema,
    time_zone: { ...textSchema, description: 'Time zone, for a hotel' },
    currency: { ...textSchema, description: 'Currency, for a hotel' },
  }),
  history: objectSchema({
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
  }),
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

/** `POST /api/member/{id}/merge/{merge_id}/undo` is `postMemberByIdMergeByMergeIdUndo`: as stable as the URL itself. */
const createOperationId = (method: string, path: string): string =>
  [
    method,
    ...path
      .replace(/^\/api\//, '')
      .replace(/\{/g, 'by_')
      .split(/[^a-zA-Z0-9]+/),
  ]
    .filter(Boolean)
    .map((word, i) => (i === 0 ? word : `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`))
    .join('');

/** Adds an operation id to each call. */
const addOperationIds = (paths: Paths): Paths =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([method, operation]) => [
          method,
          { operationId: createOperationId(method, path), ...operation },
        ]),
      ),
    ]),
  );

/**
 * Builds the OpenAPI 3.1 document from the definitions that also validate the requests. `otherPaths` are the calls that
 * belong to no resource, `webhooks` the messages posted to other servers.
 */
export function createDocument(otherPaths: readonly Json[], webhooks: Json = {}) {
  const definitions: readonly ResourceDefinition[] = Object.values(resources);
  const paths = addOperationIds(mergePaths(definitions, otherPaths));
  const tags = new Set(listOperations(paths).flatMap(({ operation }) => operation.tags));
  const definitionByLabel = new Map(definitions.map((d) => [d.labels.en, d]));
  const describeTag = (name: string): string => {
    if (name === INTEGRATION_TAG) return 'For a hotel’s PMS or point of sale, with the token of an integration.';
    const d = definitionByLabel.get(name);
    return d ? `Records under /api/${d.key}; their rights end in _${d.permission}.` : 'Other calls.';
  };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Innkeeper',
      version: '1',
      description: `Back office of a hotel membership programme. Date presets: ${DATE_PRESETS.join(', ')}. With the header \`Prefer: handling=strict\` (RFC 7240), an unusual value returns a 409 \`confirmation_needed\` with a question; without it the value is accepted.`,
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
