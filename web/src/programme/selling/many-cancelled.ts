import { t } from '@lingui/core/macro';
import type { RecordAction } from '../../engine/form/extensions.ts';

/**
 * The records that go along when many transactions are deleted or restored at once; those that are no sales take nothing along.
 */
export const manyCancelled = (action: RecordAction): string =>
  action === 'delete'
    ? t`The cards and vouchers of a sale go along.`
    : t`The cards and vouchers that were deleted with a sale come back with it.`;
