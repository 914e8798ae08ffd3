import { REPORT_TABLES, isReportKey, message } from '@innkeeper/contract';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import type { ResourceHooks } from '../../engine/resources/resource-hooks.ts';
import { reportTexts } from '../../texts/reports.ts';

/** Reports. A report that the server runs by its key keeps that key and cannot be deleted. */
export const report: ResourceHooks = {
  computedSql: {
    locked_reason: (ref) =>
      `case when ${ref('key')} in (${Object.keys(REPORT_TABLES)
        .map((key) => `'${key}'`)
        .join(', ')}) then 'reserved' end`,
  },
  rowRule: (_context, values, before) => {
    if (before && isReportKey(before.key) && values.key !== undefined && values.key !== before.key)
      throw validationError({ key: [message('reserved')] });
    return values;
  },
  beforeDelete: async (_context, rows) => {
    if (rows.some((row) => isReportKey(row.key))) throw apiError('conflict', { message: reportTexts.systemReport });
  },
};
