import { type Language, message, recordPermissions, resources } from '@innkeeper/contract';
import type { CallDefinition, LeftOutMembers } from '@innkeeper/contract/calls';
import { requirePermission } from '../access/actor.ts';
import type { WriteCall } from '../engine/calls/register.ts';
import { findMatchingIds, parseBulkCall } from '../engine/resources/bulk.ts';
import { firstMessageOf } from '../engine/resources/bulk-check.ts';
import type { Row } from '../engine/resources/resource-hooks.ts';
import { editLock } from '../engine/resources/row-locks.ts';
import type { WorkflowServices } from '../engine/resources/workflow.ts';
import { lockLiveRows } from '../engine/resources/write.ts';
import { type ApiError, validationError } from '../platform/http/api-error.ts';

/* Actions on the selected members of a list. Whom they leave out is said, in a dry run as well. */

const { member } = resources;

/**
 * The members that a call selects by ids, or by a filter with exceptions; locked, unless it is a dry run. `ownFields`
 * are the other fields of its body. Throws a 403 without access to members, a 404 that lists missing ids, and a 422 for
 * more than `max` members.
 */
export async function selectMembers<C extends CallDefinition>(
  services: WorkflowServices,
  { context, timeZone, rawBody }: WriteCall<C>,
  { ownFields, max }: { readonly ownFields: readonly string[]; readonly max: number },
): Promise<readonly Row[]> {
  requirePermission(context.actor, ...recordPermissions(member.permission));
  const values = Object.fromEntries(Object.entries(rawBody.values).filter(([name]) => !ownFields.includes(name)));
  const bulkCall = parseBulkCall({ ...rawBody, values });
  const ids = await findMatchingIds(services, context, member, bulkCall, { deleted: false, timeZone });
  if (ids.length > max) throw validationError({ ids: [message('list_length', max)] });
  return ids.length === 0 ? [] : lockLiveRows({ context, services, d: member, timeZone }, ids, editLock(member));
}

/** Number of members named for each reason. */
const MAX_NAMED = 5;

/** Groups members by the reason why they are left out, the most frequent first. */
export function groupLeftOut(
  members: readonly Row[],
  errorById: ReadonlyMap<number, ApiError>,
  language: Language,
): LeftOutMembers {
  const leftOut = members.flatMap(({ id, first_name, last_name }) => {
    const error = errorById.get(id);
    const name = [first_name, last_name].filter(Boolean).join(' ');
    return error ? [{ id, name, reason: firstMessageOf(error, language) }] : [];
  });
  return [...Map.groupBy(leftOut, ({ reason }) => reason)]
    .map(([reason, group]) => ({
      reason,
      number: group.length,
      members: group.slice(0, MAX_NAMED).map(({ id, name }) => ({ id, name })),
    }))
    .sort((a, b) => b.number - a.number);
}
