import { catalogueOf, message } from '@innkeeper/contract';
import { validationError } from '../../platform/http/api-error.ts';
import { type ResourceHooks, checkEach } from '../../engine/resources/resource-hooks.ts';

const KEY_FIELDS = ['report_id', 'table_name', 'column_name'] as const;

/** Columns of reports. Each must belong to the part of the catalogue that its report may use. */
export const report_column: ResourceHooks = {
  check: checkEach(async ({ tx }, { before, values }) => {
    if (KEY_FIELDS.every((name) => values[name] === undefined || values[name] === before?.[name])) return;
    const { report_id, table_name, column_name } = { ...before, ...values };
    const report = await tx.selectFrom('report').select('key').where('id', '=', Number(report_id)).executeTakeFirst();
    const table = catalogueOf(report?.key ?? null).find((candidate) => candidate.table === table_name);
    if (!table) throw validationError({ table_name: [message('unknown_table')] });
    if (!table.columns.some(({ column }) => column === column_name))
      throw validationError({ column_name: [message('unknown_column')] });
  }),
};
