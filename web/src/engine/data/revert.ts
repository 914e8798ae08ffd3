import { type ResourceDefinition, isRecentlyCreated, permission } from '@innkeeper/contract';
import { parseInstant } from '../../format/date.ts';
import { can, currentUser } from '../../session/user.ts';
import type { ResourceRecord } from './record.ts';

/**
 * Whether the user created this record within the last few minutes. See
 * docs/decisions/0058-let-authors-revert-their-own-record-within-ten-minutes.md.
 */
export function isOwnRecentRecord(record: Pick<ResourceRecord, 'created_at' | 'created_by'>): boolean {
  const createdAt = parseInstant(record.created_at);
  const user = currentUser();
  return (
    user !== null &&
    record.created_by?.id === user.id &&
    createdAt !== undefined &&
    isRecentlyCreated(+createdAt, Date.now())
  );
}

/**
 * Whether the user may revert this record: users with the right to delete always, at the front desk also the author
 * within some minutes.
 */
export const canRevert = (definition: ResourceDefinition, record: ResourceRecord): boolean =>
  can(permission('DELETE', definition.permission)) ||
  (definition.selfRevertible === true && can(permission('STORE', definition.permission)) && isOwnRecentRecord(record));
