import { REPORT_TABLES, isReportKey, message } from '@innkeeper/contract';
import { fail, invalid } from '../../platform/http/fail.ts';
import type { Behaviour } from '../../engine/resources/behaviour.ts';

/** Reports. Those that the program runs by their key keep it, and stay. */
export const report: Behaviour = {
  computed: {
    stays_because: (ref) =>
      `case when ${ref('key')} in (${Object.keys(REPORT_TABLES)
        .map((key) => `'${key}'`)
        .join(', ')}) then 'reserved' end`,
  },
  rowRule: (_context, values, before) => {
    if (before && isReportKey(before.key) && values.key !== undefined && values.key !== before.key)
      throw invalid({ key: [message('reserved')] });
    return values;
  },
  beforeDelete: async (_context, rows) => {
    if (rows.some((row) => isReportKey(row.key)))
      throw fail('conflict', {
        message: {
          en: 'A report of the system cannot be deleted.',
          id: 'Laporan milik sistem tidak dapat dihapus.',
        },
      });
  },
};
