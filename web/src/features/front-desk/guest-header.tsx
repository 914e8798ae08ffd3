import { getResource, permission, recordPermissions } from '@innkeeper/contract';
import type { DeskGuest } from '@innkeeper/contract/calls';
import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { formatDate } from '../../format/date.ts';
import { can } from '../../session/user.ts';
import { useRememberGuest } from './recent-guests.ts';
import { useSaleAction } from './use-sale-action.ts';
import { ActionLink } from '../../ui/action-link.tsx';
import { resourcePath } from '../../engine/data/resource-path.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { fetchStanding } from './front-desk-calls.ts';
import { Greeting } from './greeting.tsx';
import { StandingBadge } from './standing-badge.tsx';
import { DigitGroups } from '../../ui/digit-groups.tsx';

/** The guest at the front desk and their card. */
export function GuestHeader({ guest: { member, card, greeting, may } }: { guest: DeskGuest }) {
  useRememberGuest(member.is_elsewhere ? null : { id: member.id, name: member.name, detail: card && card.sbec_no });
  const sale = useSaleAction()(member.id, may.sale);
  const canOpen = !member.is_elsewhere && can(...recordPermissions(getResource('member').permission));
  const endDate = card && formatDate(card.end_date);
  return (
    <section
      aria-label={member.name}
      className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border border-border bg-surface px-4 py-3.5"
    >
      <Avatar name={member.name} size={44} />
      <div className="min-w-0 flex-1 basis-56">
        <h2 className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-lg font-semibold">
          {canOpen ? (
            <Link to={resourcePath('member', member.id)} className="min-w-0 break-words hover:underline">
              {member.name}
            </Link>
          ) : (
            <span className="min-w-0 break-words">{member.name}</span>
          )}
          <StandingBadge value={member.standing} />
          {!member.is_active && (
            <Badge tone="danger">
              <Trans>Inactive</Trans>
            </Badge>
          )}
        </h2>
        <p className="flex flex-wrap gap-x-2 text-muted">
          <span>{card?.membership.name ?? <Trans>No card</Trans>}</span>
          {card && <DigitGroups number={card.sbec_no} />}
          {endDate && (
            <span>
              <Trans>until {endDate}</Trans>
            </span>
          )}
          {card && !card.is_active && (
            <Badge tone="danger">
              <Trans>Card inactive</Trans>
            </Badge>
          )}
        </p>
        <p className="text-sm text-muted">{member.hotel.name}</p>
        <Greeting name={member.name} greeting={greeting} />
      </div>
      {canOpen && card?.is_active === true && can(permission('UPDATE', getResource('member').permission)) && (
        <Button
          variant="ghost"
          icon={<RefreshCw size={16} aria-hidden="true" />}
          className="max-sm:w-full"
          onClick={() => void replaceCard(member.id)}
        >
          <Trans>Replace card…</Trans>
        </Button>
      )}
      {sale?.reason === null && (
        <ActionLink to={sale.to} search={sale.search} reason={null} className="max-sm:w-full">
          <sale.Icon size={16} aria-hidden="true" />
          {sale.label}
        </ActionLink>
      )}
    </section>
  );
}

/** Replaces the card of a guest who has lost it. */
async function replaceCard(memberId: number): Promise<void> {
  const [{ openReplaceDialog }, { card }] = await Promise.all([
    import('../manual-changes/replace-card-dialog.tsx'),
    fetchStanding(memberId),
  ]);
  if (card) await openReplaceDialog(card);
}
