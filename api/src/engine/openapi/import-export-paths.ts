import {
  EXPORT_FORMATS,
  MAX_IMPORT_ERRORS,
  MAX_IMPORT_ROWS,
  type ResourceDefinition,
  importFields,
  permission,
} from '@innkeeper/contract';
import {
  jsonResponse,
  jsonContent,
  idParameter,
  headerParameter,
  queryParameter,
  idempotencyHeader,
  schemaRef,
  errorResponses,
} from './parts.ts';
import type { Json } from './schemas.ts';

const countSchema: Json = { type: 'integer', minimum: 0 };
const textSchema: Json = { type: 'string' };
export const zoneHeader = headerParameter('X-Time-Zone', 'IANA time zone for times in the file. Default: UTC');
const fileContent: Json = { schema: { type: 'string', format: 'binary' } };
/** Content types of a file with rows. */
export const tableContent: Json = {
  'text/csv': fileContent,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': fileContent,
};

/** Schemas shared by the calls of every resource. */
export const importExportSchemas: Json = {
  import_check: {
    type: 'object',
    properties: {
      columns: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            header: textSchema,
            field: { type: ['string', 'null'] },
            sample: { type: 'array', items: textSchema },
          },
        },
        examples: [[{ header: 'Email', field: 'email', sample: ['sri.lestari@example.test'] }]],
      },
      rows: countSchema,
      created: countSchema,
      updated: countSchema,
      rejected: countSchema,
      errors: {
        type: 'array',
        description: `First ${MAX_IMPORT_ERRORS} rejected rows; the headings are row 1`,
        items: {
          type: 'object',
          properties: {
            row: countSchema,
            values: { type: 'object', additionalProperties: textSchema },
            errors: { type: 'object', additionalProperties: { type: 'array', items: textSchema } },
          },
        },
        examples: [
          [{ row: 7, values: { email: 'sri at example' }, errors: { email: ['Enter a valid email address.'] } }],
        ],
      },
    },
  },
  import_done: {
    type: 'object',
    properties: { id: { type: 'integer' }, rows: countSchema, created: countSchema, updated: countSchema },
  },
};

/** Export and import of a list. `listParameters` are those of the list without paging. */
export function importExportPathsOf(d: ResourceDefinition, listParameters: readonly Json[]): Json {
  const tags = [d.labels.en];
  const readPaths: Json = {
    [`/api/${d.key}/export`]: {
      get: {
        tags,
        summary: `${d.labels.en} as a file, with all matching records`,
        description: `Needs ${permission('VIEW', d.permission)}. Headings are in the language of Accept-Language. In CSV, an apostrophe precedes texts that a spreadsheet would read as formulas.`,
        parameters: [
          { ...queryParameter('format', { type: 'string', enum: [...EXPORT_FORMATS] }), required: true },
          queryParameter(
            'columns',
            textSchema,
            'Comma-separated, dotted columns too. Default: the list’s default columns',
          ),
          zoneHeader,
          ...listParameters,
        ],
        responses: { 200: { description: 'The file', content: tableContent }, ...errorResponses(422, 429) },
      },
    },
  };
  if (d.readOnly) return readPaths;
  return {
    ...readPaths,
    [`/api/${d.key}/import`]: {
      post: {
        tags,
        summary: `Import ${d.labels.en.toLowerCase()} from a file, all or none`,
        description: `Needs ${permission('STORE', d.permission)}, and ${permission('UPDATE', d.permission)} for rows with an ID, which update that record. Fields: ${Object.keys(importFields(d)).join(', ')}. Errors are listed by row and field: \`row 7: email\`.`,
        parameters: [idempotencyHeader, zoneHeader],
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['file'],
                examples: [{ file: 'rows.csv', dry_run: '1' }],
                properties: {
                  file: {
                    type: 'string',
                    format: 'binary',
                    description: `CSV in UTF-8 or XLSX, up to 10 MB and ${MAX_IMPORT_ROWS} rows`,
                  },
                  dry_run: {
                    type: 'string',
                    enum: ['0', '1'],
                    description: 'Validates and returns the effect without saving',
                  },
                  errors: { type: 'string', enum: ['csv'], description: 'With dry_run: the rejected rows as a file' },
                  mapping: { type: 'string', description: 'JSON: { "<header>": "<field>" | null }' },
                  corrections: { type: 'string', description: 'JSON: { "<row>": { "<field>": "text" } }' },
                },
              },
            },
          },
        },
        responses: {
          200: {
            description: 'Effect of the import, or the rejected rows',
            content: {
              'application/json': { schema: { type: 'object', properties: { data: schemaRef('import_check') } } },
              'text/csv': fileContent,
            },
          },
          201: jsonResponse('Result of the import', { type: 'object', properties: { data: schemaRef('import_done') } }),
          ...errorResponses(409, 413, 422, 429),
        },
      },
    },
  };
}

/** Past imports, and reverting one. */
export const importPaths: Json = {
  '/api/import': {
    get: {
      tags: ['Imports'],
      summary: 'Imports of a resource, newest first. Own imports only, unless the user has access to all hotels',
      parameters: [{ ...queryParameter('resource', textSchema), required: true }],
      responses: {
        200: jsonResponse('Imports', {
          type: 'object',
          properties: {
            data: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  id: { type: 'integer' },
                  resource: textSchema,
                  file_name: textSchema,
                  rows: countSchema,
                  created: countSchema,
                  updated: countSchema,
                  at: textSchema,
                  by: { type: 'object', properties: { id: { type: 'integer' }, name: textSchema } },
                  undone_at: { type: ['string', 'null'] },
                  can_undo: { type: 'boolean' },
                },
              },
            },
          },
        }),
        ...errorResponses(422),
      },
    },
  },
  '/api/import/{id}/undo': {
    post: {
      tags: ['Imports'],
      summary: 'Undo an import: deletes created records and restores previous values',
      description:
        'Returns 409 conflict with IDs if a record has changed since; then nothing is undone. With dry_run, returns the effect or the reason for rejection without saving.',
      parameters: [idParameter, idempotencyHeader],
      requestBody: {
        content: jsonContent({ type: 'object', properties: { dry_run: { type: 'integer', enum: [0, 1] } } }),
      },
      responses: {
        200: jsonResponse('Number of records', {
          type: 'object',
          properties: {
            data: {
              type: 'object',
              properties: { deleted: countSchema, updated: countSchema, secrets_left: countSchema },
            },
          },
        }),
        ...errorResponses(404, 409, 422),
      },
    },
  },
};
