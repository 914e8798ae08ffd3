import { t } from '@lingui/core/macro';
import type { RecordAction } from '../../engine/form/extensions.ts';

/** Describes the records deleted or restored along with many transactions; only sales have any. */
export const describeBulkCancel = (action: RecordAction): string =>
  action === 'delete'
    ? t`The sale’s cards and vouchers are deleted too.`
    : t`Cards and vouchers deleted with a sale are restored with it.`;
