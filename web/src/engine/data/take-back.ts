import { type ResourceDefinition, isJustMade, permission } from '@innkeeper/contract';
import { parseInstant } from '../../format/date.ts';
import { can, currentUser } from '../../session/user.ts';
import type { ResourceRecord } from './record.ts';

/** Whether the user entered this record a moment ago. See docs/decisions/0058-taken-back-at-once.md. */
export function isOwnDeed(record: ResourceRecord): boolean {
  const made = parseInstant(record.created_at);
  const user = currentUser();
  return user !== null && record.created_by?.id === user.id && made !== undefined && isJustMade(+made, Date.now());
}

/** Whether the user may take this record back: with the right to delete, or, at a counter, as their own for some minutes. */
export const mayTakeBack = (d: ResourceDefinition, record: ResourceRecord): boolean =>
  can(permission('DELETE', d.permission)) ||
  (d.takenBack === true && can(permission('STORE', d.permission)) && isOwnDeed(record));
