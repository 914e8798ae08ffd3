import { EXPIRING_DAYS, OPERATORS, permission, resourceKeys, resources } from '@innkeeper/contract';
import { answer, inQuery, refusals } from '../../engine/openapi/parts.ts';
import { type Json, id } from '../../engine/openapi/schemas.ts';

const text: Json = { type: 'string' };
const number: Json = { type: 'integer' };
const month: Json = { type: 'string', pattern: '^\\d{4}-\\d{2}$' };
const list = (items: Json): Json => ({ type: 'array', items });
const object = (properties: Json): Json => ({ type: 'object', properties });

const nested = object({ id, name: text, code: { type: ['string', 'null'] } });
const rows: Json = {
  ...object({
    resource: { type: 'string', enum: [...resourceKeys] },
    conditions: list(object({ column: text, operator: { type: 'string', enum: [...OPERATORS] }, value: text })),
  }),
  description: 'The list and the filters that give just the records which are counted',
};
const figure = { number, rows };
const amounts = list(object({ currency: text, amount: text }));
const cells = list(
  object({ month, id: { type: ['integer', 'null'] }, number, amounts, usd: { type: ['string', 'null'] } }),
);
const comparison = object({ this_month: object(figure), last_month: object(figure) });
const byMonth = { rows, month: { ...text, description: 'The column by which months are told' } };
const yearBefore: Json = { ...cells, description: 'The same months a year before, of everything together' };
const revenue = object({ ...byMonth, by_membership: cells, by_hotel: cells, year_before: yearBefore });

const dashboard = object({
  month,
  months: list(month),
  hotels: list(nested),
  memberships: list(nested),
  decimals: { type: 'object', additionalProperties: number },
  members: object({
    ...figure,
    by_standing: list(
      object({
        ...figure,
        standing: { type: 'string', enum: resources.member.fields.standing.choices.map(({ value }) => value) },
      }),
    ),
  }),
  joined: comparison,
  lapsed: comparison,
  expiring: list(object({ ...figure, days: { type: 'integer', enum: [...EXPIRING_DAYS] } })),
  sales: revenue,
  visits: revenue,
  redemptions: object({ ...byMonth, by_month: cells, year_before: yearBefore }),
  vouchers: object({ ...figure, ...byMonth, by_month: cells, amounts }),
});

/** The figures of the dashboard. */
export function dashboardPaths(): Json {
  return {
    '/api/dashboard': {
      get: {
        tags: ['Dashboard'],
        summary: 'The figures of the hotels in sight, each with the rows that it counts',
        description: `Needs ${permission('VIEW', 'DASHBOARD')}. Exact at once; days and months are those of each hotel. Twelve months up to the present one unless told otherwise.`,
        parameters: [
          inQuery('hotel_id', id),
          inQuery('region_id', id),
          inQuery('from', month, 'First month'),
          inQuery('to', month, 'Last month'),
        ],
        responses: { 200: answer('Figures', object({ data: dashboard })), ...refusals(404, 422) },
      },
    },
  };
}
