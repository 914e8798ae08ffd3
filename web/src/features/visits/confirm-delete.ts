import { type ResourceDefinition, getResource, permission } from '@innkeeper/contract';
import { t } from '@lingui/core/macro';
import { dayAtHotel } from '../../format/date.ts';
import { readPage } from '../../engine/data/envelope.ts';
import { type ResourceRecord, displayName, hotelZoneOf, nestedAt } from '../../engine/data/record.ts';
import { callApi } from '../../engine/data/transport.ts';
import type { RecordAction } from '../../engine/form/extensions.ts';
import { can } from '../../session/user.ts';
import { confirm } from '../../ui/confirm.tsx';

const card = getResource('member_card');

/** Confirms the deletion of a visit, and warns if a tier may depend on it. Restoring needs no confirmation. */
export async function confirmVisitDelete(
  definition: ResourceDefinition,
  record: ResourceRecord,
  action: RecordAction,
): Promise<boolean> {
  if (action === 'restore') return true;
  const name = displayName(definition, record);
  const [tierName, member] = [await findEarnedTier(record).catch(() => null), nestedAt(record, 'member')?.name ?? ''];
  return confirm({
    title: t`Delete ${name}?`,
    message:
      tierName === null
        ? t`You can restore it from the trash.`
        : t`${member} was upgraded to ${tierName} by visits of this period. Without this visit the tier may be withdrawn; redemptions made with it remain valid. Restoring the visit from the trash restores the tier.`,
    confirmLabel: t`Delete`,
    danger: true,
  });
}

/**
 * Warns of the tiers that deleting many visits may withdraw. Unlike for a single visit, the server is not queried for
 * them.
 */
export const describeBulkDelete = (action: RecordAction): string | null =>
  action === 'restore'
    ? null
    : t`A tier earned by visits is withdrawn when too few remain; redemptions made with it remain valid. Restoring the visits restores the tier.`;

/**
 * The tier that visits of the same period earned the member; null if none is known. A failed request does not prevent
 * the deletion.
 */
async function findEarnedTier(visit: ResourceRecord): Promise<string | null> {
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
  const day = dayAtHotel(String(visit['visit_date']), hotelZoneOf(visit));
  const upgradedCard = rows.find(
    (item) =>
      item['is_active'] === 1 &&
      item['is_tier_manual'] === 0 &&
      rows.some(
        (baseCard) =>
          baseCard.id === item['upgraded_from_id'] &&
          String(baseCard['start_date']) <= day &&
          day <= String(baseCard['end_date']),
      ),
  );
  return upgradedCard ? (nestedAt(upgradedCard, 'membership')?.name ?? null) : null;
}
