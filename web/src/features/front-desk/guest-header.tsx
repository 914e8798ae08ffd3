import { getResource, permission, recordPermissions } from '@innkeeper/contract';
import type { DeskGuest, DeskGreeting } from '@innkeeper/contract/calls';
import { Trans, Plural } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { formatDate } from '../../format/date.ts';
import { can } from '../../session/user.ts';
import { Benefits } from '../../domain/benefits.tsx';
import { AddressNotice } from '../../domain/address-notice.tsx';
import { useRememberGuest } from '../../domain/recent-guests.ts';
import { useSaleAction } from '../../domain/use-sale-action.ts';
import { ActionLink } from '../../ui/action-link.tsx';
import { resourcePath } from '../../engine/data/resource-path.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { fetchStanding } from './front-desk-calls.ts';
import { StandingBadge } from './standing-badge.tsx';
import { DigitGroups } from '../../ui/digit-groups.tsx';
import Sparkles from 'lucide-react/icons/sparkles';
import { holdKeys } from '../../ui/typed-ahead.ts';

/** The guest at the front desk and their card. */
export function GuestHeader({ guest: { member, card, greeting, address_state, may } }: { guest: DeskGuest }) {
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
        <AddressNotice addressState={address_state} />
      </div>
      {card?.is_active && member.is_active && member.standing !== 'lapsed' && (
        <Benefits benefits={card.benefits} className="order-last basis-full border-t border-border pt-3 text-lg" />
      )}
      <div className="flex flex-wrap gap-2 empty:hidden max-sm:w-full max-sm:*:flex-auto">
        {canOpen && card?.is_active === true && can(permission('UPDATE', getResource('member').permission)) && (
          <Button
            variant="ghost"
            icon={<RefreshCw size={16} />}
            className="max-sm:border-strong-border/60!"
            onClick={() => void replaceCard(member.id)}
          >
            <Trans>Replace card…</Trans>
          </Button>
        )}
        {sale?.reason === null && (
          <ActionLink to={sale.to} search={sale.search} reason={null}>
            <sale.Icon size={16} />
            {sale.label}
          </ActionLink>
        )}
      </div>
    </section>
  );
}

/** Replaces the card of a guest who has lost it. */
async function replaceCard(memberId: number): Promise<void> {
  const [{ openReplaceDialog }, { card }] = await Promise.all([
    holdKeys(import('../../domain/replace-card-dialog.tsx')),
    fetchStanding(memberId),
  ]);
  if (card) await openReplaceDialog(card);
}

/** Occasions for a friendly word at this visit, such as a birthday. */
function Greeting({ name, greeting }: { name: string; greeting: DeskGreeting }) {
  const { birthday_in: days, is_first_visit: isFirst } = greeting;
  if (days === null && !isFirst) return null;
  return (
    <p className="mt-1.5 flex items-start gap-1.5 font-medium text-accent-text">
      <Sparkles size={16} className="mt-0.75 shrink-0" />
      <span className="min-w-0">
        {days !== null && <Birthday name={name} days={days} />}
        {days !== null && isFirst && ' '}
        {isFirst && <Trans>First visit here: a warm welcome!</Trans>}
      </span>
    </p>
  );
}

function Birthday({ name, days }: { name: string; days: number }) {
  if (days === 0) return <Trans>Today is the birthday of {name}.</Trans>;
  if (days > 0)
    return (
      <Plural
        value={days}
        one={`Tomorrow is the birthday of ${name}.`}
        other={`The birthday of ${name} is in # days.`}
      />
    );
  const daysAgo = -days;
  return (
    <Plural
      value={daysAgo}
      one={`Yesterday was the birthday of ${name}.`}
      other={`The birthday of ${name} was # days ago.`}
    />
  );
}
