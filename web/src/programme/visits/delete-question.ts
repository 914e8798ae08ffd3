import { type ResourceDefinition, getResource, permission } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { localDay, parseInstant } from '../../format/date.ts';
import { readPage } from '../../engine/data/envelope.ts';
import { type ResourceRecord, displayName, nestedAt } from '../../engine/data/record.ts';
import { callApi } from '../../engine/data/transport.ts';
import type { RecordAction } from '../../engine/form/extensions.ts';
import { can } from '../../session/user.ts';
import { confirm } from '../../ui/confirm.tsx';

const card = getResource('member_card');

/** Asks before a visit is deleted, and warns where a level may rest on it. Restoring one is not asked about. */
export async function askVisitDelete(
  definition: ResourceDefinition,
  record: ResourceRecord,
  action: RecordAction,
): Promise<boolean> {
  if (action === 'restore') return true;
  const name = displayName(definition, record);
  const [level, member] = [await levelBy(record).catch(() => null), nestedAt(record, 'member')?.name ?? ''];
  return confirm({
    title: t`Delete ${name}?`,
    message:
      level === null
        ? t`It moves to the trash and can be restored.`
        : t`${member} rose to ${level} by visits of this period. If too few are left without this one, the level is withdrawn; what was redeemed with it stays. The visit moves to the trash and can be restored, and the level with it.`,
    confirmLabel: t`Delete`,
    danger: true,
  });
}

/** The levels that many deleted visits may withdraw; unlike for one visit, the server is not asked which. */
export const manyVisitsDeleted = (action: RecordAction): string | null =>
  action === 'restore'
    ? null
    : t`A level that was reached by visits is withdrawn where too few of them are left; what was redeemed with it stays. Restoring the visits brings the level back.`;

/**
 * The level to which a member rose by visits of the period that this one lies in; null where none is known. That it could not be
 * asked keeps nobody from deleting.
 */
async function levelBy(visit: ResourceRecord): Promise<string | null> {
  if (!can(permission('VIEW', card.permission))) return null;
  const { rows } = readPage(
    card,
    await callApi('member_card', {
      query: [
        ['member_id', String(visit['member_id'])],
        ['per_page', '100'],
      ],
    }),
  );
  // The day where this is asked: seldom another one than where the bill was written.
  const at = parseInstant(String(visit['visit_date']));
  const day = at ? localDay(at) : '';
  const risen = rows.find(
    (one) =>
      one['is_active'] === 1 &&
      one['is_by_hand'] === 0 &&
      rows.some(
        (base) =>
          base.id === one['upgraded_from_id'] && String(base['start_date']) <= day && day <= String(base['end_date']),
      ),
  );
  return risen ? (nestedAt(risen, 'membership')?.name ?? null) : null;
}
