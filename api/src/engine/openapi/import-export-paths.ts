import {
  EXPORT_FORMATS,
  IMPORT_ERRORS_MAX,
  IMPORT_ROWS_MAX,
  type ResourceDefinition,
  importFields,
  permission,
} from '@innkeeper/contract';
import {
  response,
  content,
  idParameter,
  headerParameter,
  queryParameter,
  idempotencyHeader,
  ref,
  rejections,
} from './parts.ts';
import type { Json } from './schemas.ts';

const count: Json = { type: 'integer', minimum: 0 };
const text: Json = { type: 'string' };
export const zoneHeader = headerParameter('X-Time-Zone', 'IANA time zone for times in the file. Default: UTC');
const file: Json = { schema: { type: 'string', format: 'binary' } };
/** Content types of a file with rows. */
export const tableContent: Json = {
  'text/csv': file,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': file,
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
          properties: { header: text, field: { type: ['string', 'null'] }, sample: { type: 'array', items: text } },
        },
        examples: [[{ header: 'Email', field: 'email', sample: ['sri.lestari@example.test'] }]],
      },
      rows: count,
      created: count,
      updated: count,
      rejected: count,
      errors: {
        type: 'array',
        description: `First ${IMPORT_ERRORS_MAX} rejected rows; the headings are row 1`,
        items: {
          type: 'object',
          properties: {
            row: count,
            values: { type: 'object', additionalProperties: text },
            errors: { type: 'object', additionalProperties: { type: 'array', items: text } },
          },
        },
        examples: [
          [{ row: 7, values: { email: 'sri at example' }, errors: { email: ['Enter a valid email address.'] } }],
        ],
      },
    },
  },
  import_done: { type: 'object', properties: { id: { type: 'integer' }, rows: count, created: count, updated: count } },
};

/** Export and import of a list. `listParameters` are those of the list without paging. */
export function importExportPathsOf(d: ResourceDefinition, listParameters: readonly Json[]): Json {
  const tags = [d.labels.en];
  const reading: Json = {
    [`/api/${d.key}/export`]: {
      get: {
        tags,
        summary: `${d.labels.en} as a file, with all matching records`,
        description: `Needs ${permission('VIEW', d.permission)}. Headings are in the language of Accept-Language. In CSV, an apostrophe precedes texts that a spreadsheet would read as formulas.`,
        parameters: [
          { ...queryParameter('format', { type: 'string', enum: [...EXPORT_FORMATS] }), required: true },
          queryParameter('columns', text, 'Comma-separated, dotted columns too. Default: the list’s default columns'),
          zoneHeader,
          ...listParameters,
        ],
        responses: { 200: { description: 'The file', content: tableContent }, ...rejections(422, 429) },
      },
    },
  };
  if (d.readOnly) return reading;
  return {
    ...reading,
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
                    description: `CSV in UTF-8 or XLSX, up to 10 MB and ${IMPORT_ROWS_MAX} rows`,
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
              'application/json': { schema: { type: 'object', properties: { data: ref('import_check') } } },
              'text/csv': file,
            },
          },
          201: response('Result of the import', { type: 'object', properties: { data: ref('import_done') } }),
          ...rejections(409, 413, 422, 429),
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
      parameters: [{ ...queryParameter('resource', text), required: true }],
      responses: {
        200: response('Imports', {
          type: 'object',
          properties: {
            data: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  id: { type: 'integer' },
                  resource: text,
                  file_name: text,
                  rows: count,
                  created: count,
                  updated: count,
                  at: text,
                  by: { type: 'object', properties: { id: { type: 'integer' }, name: text } },
                  undone_at: { type: ['string', 'null'] },
                  can_undo: { type: 'boolean' },
                },
              },
            },
          },
        }),
        ...rejections(422),
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
      requestBody: { content: content({ type: 'object', properties: { dry_run: { type: 'integer', enum: [0, 1] } } }) },
      responses: {
        200: response('Number of records', {
          type: 'object',
          properties: { data: { type: 'object', properties: { deleted: count, updated: count, secrets_left: count } } },
        }),
        ...rejections(404, 409, 422),
      },
    },
  },
};
