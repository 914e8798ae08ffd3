import {
  EXPORT_FORMATS,
  IMPORT_ERRORS_MAX,
  IMPORT_ROWS_MAX,
  type ResourceDefinition,
  importFields,
  permission,
} from '@innkeeper/contract';
import { answer, content, idParameter, inHeader, inQuery, onceHeader, ref, refusals } from './parts.ts';
import type { Json } from './schemas.ts';

const count: Json = { type: 'integer', minimum: 0 };
const text: Json = { type: 'string' };
export const zoneHeader = inHeader('X-Time-Zone', 'IANA zone of moments in the file; UTC without it');
const file: Json = { schema: { type: 'string', format: 'binary' } };
/** The content types of a file of rows. */
export const tableContent: Json = {
  'text/csv': file,
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': file,
};

/** Shapes that the calls of every resource share. */
export const exchangeSchemas: Json = {
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
      refused: count,
      errors: {
        type: 'array',
        description: `The first ${IMPORT_ERRORS_MAX} refused rows; the headings are row 1`,
        items: {
          type: 'object',
          properties: {
            row: count,
            values: { type: 'object', additionalProperties: text },
            errors: { type: 'object', additionalProperties: { type: 'array', items: text } },
          },
        },
        examples: [
          [{ row: 7, values: { email: 'sri at example' }, errors: { email: ['This is not an email address.'] } }],
        ],
      },
    },
  },
  import_done: { type: 'object', properties: { id: { type: 'integer' }, rows: count, created: count, updated: count } },
};

/** Taking a list out, and bringing one in; `listParameters` are those of the list, paging aside. */
export function exchangePathsOf(d: ResourceDefinition, listParameters: readonly Json[]): Json {
  const tags = [d.labels.en];
  const reading: Json = {
    [`/api/${d.key}/export`]: {
      get: {
        tags,
        summary: `${d.labels.en} as a file, all that match`,
        description: `Needs ${permission('VIEW', d.permission)}. Headings are in the language of Accept-Language. In CSV an apostrophe stands before texts that a spreadsheet would take for formulas.`,
        parameters: [
          { ...inQuery('format', { type: 'string', enum: [...EXPORT_FORMATS] }), required: true },
          inQuery('columns', text, 'Comma list, dotted ones too; without it those that the list starts with'),
          zoneHeader,
          ...listParameters,
        ],
        responses: { 200: { description: 'The file', content: tableContent }, ...refusals(422, 429) },
      },
    },
  };
  if (d.readOnly) return reading;
  return {
    ...reading,
    [`/api/${d.key}/import`]: {
      post: {
        tags,
        summary: `Bring ${d.labels.en.toLowerCase()} in from a file, all or nothing`,
        description: `Needs ${permission('STORE', d.permission)}, and ${permission('UPDATE', d.permission)} where rows have an id, which changes that record. Fields: ${Object.keys(importFields(d)).join(', ')}. What is refused is named by row and field: \`row 7: email\`.`,
        parameters: [onceHeader, zoneHeader],
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
                    description: 'Says what would happen, and writes nothing',
                  },
                  errors: { type: 'string', enum: ['csv'], description: 'With dry_run: the refused rows as a file' },
                  mapping: { type: 'string', description: 'JSON: { "<header>": "<field>" | null }' },
                  corrections: { type: 'string', description: 'JSON: { "<row>": { "<field>": "text" } }' },
                },
              },
            },
          },
        },
        responses: {
          200: {
            description: 'What would happen, or the refused rows',
            content: {
              'application/json': { schema: { type: 'object', properties: { data: ref('import_check') } } },
              'text/csv': file,
            },
          },
          201: answer('What was done', { type: 'object', properties: { data: ref('import_done') } }),
          ...refusals(409, 413, 422, 429),
        },
      },
    },
  };
}

/** The imports of the past, and taking one back. */
export const importPaths: Json = {
  '/api/import': {
    get: {
      tags: ['Imports'],
      summary: "Imports of a resource, newest first: one's own, and everybody's for who sees all hotels",
      parameters: [{ ...inQuery('resource', text), required: true }],
      responses: {
        200: answer('Imports', {
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
        ...refusals(422),
      },
    },
  },
  '/api/import/{id}/undo': {
    post: {
      tags: ['Imports'],
      summary: 'Take an import back: what it made is deleted, what it changed gets its old values',
      description:
        '409 conflict, with ids, where one of the records was changed since; then nothing is undone. With dry_run nothing is written: the answer says what would be, or why it would be refused.',
      parameters: [idParameter, onceHeader],
      requestBody: { content: content({ type: 'object', properties: { dry_run: { type: 'integer', enum: [0, 1] } } }) },
      responses: {
        200: answer('How many', {
          type: 'object',
          properties: { data: { type: 'object', properties: { deleted: count, updated: count, secrets_left: count } } },
        }),
        ...refusals(404, 409, 422),
      },
    },
  },
};
