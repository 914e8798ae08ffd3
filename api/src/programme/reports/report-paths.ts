import { OPERATORS, PER_PAGE_DEFAULT, PER_PAGE_MAX, REPORT_TABLES, operatorsOf, resources } from '@innkeeper/contract';
import { answer, inQuery, ref, refusals } from '../../engine/openapi/parts.ts';
import type { Json } from '../../engine/openapi/schemas.ts';

const text: Json = { type: 'string' };
const { align, formatter } = resources.report_column.fields;
const values: Json = { type: 'object', additionalProperties: { type: ['string', 'integer', 'null'] } };

const column: Json = {
  type: 'object',
  properties: {
    key: { ...text, description: '`table.column`: its values in rows and totals stand under it' },
    label: text,
    type: { type: 'string', enum: Object.keys(operatorsOf) },
    align: { type: 'string', enum: align.choices.map(({ value }) => value) },
    formatter: { type: ['string', 'null'], enum: [...formatter.choices.map(({ value }) => value), null] },
  },
  required: ['key', 'label', 'type', 'align', 'formatter'],
};

/** Reports, run. */
export const reportPaths: Json = {
  '/api/report/catalogue': {
    get: {
      tags: ['Reports'],
      summary: 'The tables and columns that a report column may name',
      description: 'Needs VIEW_REPORT. Labels are in the language of Accept-Language.',
      responses: {
        200: answer('Catalogue', {
          type: 'object',
          properties: {
            data: {
              type: 'array',
              items: {
                type: 'object',
                properties: {
                  table: text,
                  label: text,
                  columns: {
                    type: 'array',
                    items: { type: 'object', properties: { column: text, label: text, kind: text } },
                  },
                },
              },
            },
          },
        }),
        ...refusals(),
      },
    },
  },
  '/api/report/run/{name}': {
    get: {
      tags: ['Reports'],
      summary: 'One page of a report, and the sums over all of it',
      description:
        'Needs VIEW_ of the report: VIEW_SALES_REPORT. Shows the columns that the report was given, and is filtered and sorted by these alone. Where one of them is a sum (`benefit.issued`), rows that agree in all others are one. Labels are in the language of Accept-Language.',
      parameters: [
        { name: 'name', in: 'path', required: true, schema: { type: 'string', enum: Object.keys(REPORT_TABLES) } },
        inQuery('columns', text, 'Comma list of keys; those ticked at first when empty'),
        inQuery('page', { type: 'integer', minimum: 1, default: 1 }),
        inQuery('per_page', { type: 'integer', minimum: 1, maximum: PER_PAGE_MAX, default: PER_PAGE_DEFAULT }),
        inQuery('sort', text, 'Comma list of keys, - for descending'),
        {
          ...inQuery(
            'filter',
            {
              type: 'object',
              additionalProperties: {
                type: 'object',
                properties: Object.fromEntries(OPERATORS.map((operator) => [operator, text])),
              },
            },
            '`filter[hotel.code][exact]=H1`, as lists take it; the overview shows the present year unless its month is asked for',
          ),
          style: 'deepObject',
          explode: true,
        },
      ],
      responses: {
        200: answer('The report', {
          type: 'object',
          properties: {
            data: { type: 'array', items: { ...values, description: 'By key' } },
            columns: { type: 'array', items: column },
            totals: {
              ...values,
              description: 'Sums by key, of columns that can be added up; null where they are in several currencies',
            },
            meta: ref('meta'),
          },
          required: ['data', 'columns', 'totals', 'meta'],
        }),
        ...refusals(404, 422),
      },
    },
  },
};
