import { REPORT_TABLES, isReportKey, message } from '@innkeeper/contract';
import { apiError, validationError } from '../../platform/http/api-error.ts';
import { type ResourceHooks, checkEach } from '../../engine/resources/resource-hooks.ts';
import { reportTexts } from '../../texts/reports.ts';

/** Reports. A report that the server runs by its key keeps that key and cannot be deleted. */
export const report: ResourceHooks = {
  computed: {
    locked_reason: (ref) =>
      `case when ${ref('key')} in (${Object.keys(REPORT_TABLES)
        .map((key) => `'${key}'`)
        .join(', ')}) then 'reserved' end`,
  },
  check: checkEach((_context, { action, before, values }) => {
    if (!before || !isReportKey(before.key)) return undefined;
    if (action === 'delete') throw apiError('conflict', { message: reportTexts.systemReport });
    if (values.key !== undefined && values.key !== before.key) throw validationError({ key: [message('reserved')] });
    return undefined;
  }),
};
