import { type ChoiceItem, getResource, permission, tierBody } from '@innkeeper/contract';
import type { Standing } from '@innkeeper/contract/calls';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { formatDate } from '../../../format/date.ts';
import { cachedChoice } from '../../../engine/data/choices.ts';
import { recordQuery } from '../../../engine/data/queries.ts';
import { openCallDialog } from '../../../engine/form/call-dialog.tsx';
import { queryClient } from '../../../session/query-client.ts';
import { can } from '../../../session/user.ts';
import { showMessage } from '../../../ui/message-store.ts';
import { requestApproval } from '../../../domain/request-approval.ts';
import { undoTier } from './undo-tier.ts';

const membership = getResource('membership');

/** Dialog that sets the tier of a member with a running card: it requires a reason and shows the consequences first. */
export function openTierDialog(standing: Standing): Promise<boolean> {
  const { id, name } = standing.member;
  return openCallDialog({
    call: 'POST /api/member/{id}/membership',
    path: { id },
    width: '32rem',
    title: t`Set tier of ${name}`,
    submitLabel: <Trans>Set tier</Trans>,
    fields: tierBody,
    preview: ({ membership_id: tierId }) => {
      const tierChoice = cachedChoice(queryClient, 'membership', tierId);
      return tierChoice && <Consequences standing={standing} tierChoice={tierChoice} />;
    },
    requestApproval,
    onSent: (_, { membership_id: tierId }) => {
      const tierName = cachedChoice(queryClient, 'membership', tierId)?.name ?? '';
      const isIssued = tierId !== standing.card?.membership.id;
      showMessage({
        message: t`${name} is now ${tierName}, until the next renewal.`,
        variant: 'success',
        ...(isIssued && { action: { label: t`Undo`, onClick: () => void undoTier(standing.member) } }),
      });
    },
  });
}

/** The consequences as far as they are known. Only users who may view memberships see whether a tier is higher. */
function Consequences({
  standing: { card, membership: currentMembership },
  tierChoice,
}: {
  standing: Standing;
  tierChoice: ChoiceItem;
}) {
  const canView = can(permission('VIEW', membership.permission));
  const newTier = useQuery({ ...recordQuery(membership, tierChoice.id), enabled: canView }).data;
  const currentTier = useQuery({ ...recordQuery(membership, currentMembership.id), enabled: canView }).data;
  if (!card) return null;
  const [tierName, endDate] = [tierChoice.name, formatDate(card.end_date)];
  const isSameTier = tierChoice.id === card.membership.id;
  const isHigher = newTier && currentTier ? Number(newTier['rank']) > Number(currentTier['rank']) : null;
  return (
    <div role="status" className="rounded-md bg-info-soft px-3 py-2 text-info-text">
      <ul className="flex list-disc flex-col gap-1 pl-4">
        {isSameTier ? (
          <li>
            <Trans>Card and tier do not change until the next renewal.</Trans>
          </li>
        ) : (
          <>
            <li>
              <Trans>
                A {tierName} card will be issued today, valid until {endDate} like the current one.
              </Trans>
            </li>
            <li>
              <Trans>The current card and its vouchers stay valid.</Trans>
            </li>
            <li>
              {isHigher === null ? (
                <Trans>If {tierName} is higher, its vouchers are issued and an email is sent.</Trans>
              ) : isHigher ? (
                <Trans>Its vouchers are issued and an email is sent.</Trans>
              ) : (
                <Trans>Lower or same tier: no new vouchers, no email.</Trans>
              )}
            </li>
            <li>
              <Trans>Applies until the next renewal, regardless of visits.</Trans>
            </li>
          </>
        )}
      </ul>
    </div>
  );
}
