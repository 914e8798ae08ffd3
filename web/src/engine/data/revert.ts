import { type ResourceDefinition, isRecentlyCreated, permission } from '@innkeeper/contract';
import { parseInstant } from '../../format/date.ts';
import { can, currentUser } from '../../session/user.ts';
import type { ResourceRecord } from './record.ts';

/**
 * Whether the user created this record within the last few minutes. See
 * docs/decisions/0058-let-authors-revert-their-own-record-within-ten-minutes.md.
 */
export function isOwnChange(record: ResourceRecord): boolean {
  const made = parseInstant(record.created_at);
  const user = currentUser();
  return (
    user !== null && record.created_by?.id === user.id && made !== undefined && isRecentlyCreated(+made, Date.now())
  );
}

/**
 * Whether the user may revert this record: with the right to delete or, at the front desk, for their own record within
 * some minutes.
 */
export const canRevert = (d: ResourceDefinition, record: ResourceRecord): boolean =>
  can(permission('DELETE', d.permission)) ||
  (d.selfRevertible === true && can(permission('STORE', d.permission)) && isOwnChange(record));
