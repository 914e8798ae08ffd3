import { getResource, permission } from '@innkeeper/contract';
import type { MemberOverview, Standing } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import TicketCheck from 'lucide-react/icons/ticket-check';
import { useState } from 'react';
import { formatDate, formatDateTime } from '../../../format/date.ts';
import { useLanguage } from '../../../i18n/use-label.ts';
import { isOtherHotel } from '../../../engine/data/elsewhere.ts';
import { recordPath } from '../../../engine/form/record-path.ts';
import { can } from '../../../session/user.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ElsewhereBadge } from '../../../ui/elsewhere-badge.tsx';
import { Section } from './section.tsx';
import { type VoucherGroup, groupVouchers } from './voucher-groups.ts';
import { Money } from '../../../session/money.tsx';

const redemptionResource = getResource('voucher_redeem');
/** Kinds of vouchers shown before "show more". */
const INITIAL_COUNT = 8;

interface VoucherSectionProps {
  readonly standing: Standing;
  readonly redeemed: MemberOverview['redeemed'];
  /** A deleted member cannot redeem. */
  readonly isDeleted: boolean;
}

/** Vouchers redeemable today, vouchers that are not redeemable with the reason, and redeemed vouchers. */
export function VoucherSection({ standing, redeemed, isDeleted }: VoucherSectionProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const [isExpanded, setExpanded] = useState(false);
  const groups = groupVouchers(standing.vouchers);
  const availableGroups = groups.filter(({ first }) => first.rejection === null);
  const unavailableGroups = groups.filter(({ first }) => first.rejection !== null);
  const count = standing.vouchers.filter(({ rejection }) => rejection === null).length;
  return (
    <Section title={t`Vouchers`} aside={count > 0 && <Plural value={count} one="# available" other="# available" />}>
      {groups.length === 0 && (
        <p className="text-muted">
          <Trans>No vouchers left</Trans>
        </p>
      )}
      {availableGroups.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-x-8">
          {(isExpanded ? availableGroups : availableGroups.slice(0, INITIAL_COUNT)).map((group) => (
            <AvailableVoucher key={group.first.id} group={group} memberId={standing.member.id} isDeleted={isDeleted} />
          ))}
        </ul>
      )}
      {!isExpanded && availableGroups.length > INITIAL_COUNT && (
        <Button className="mt-2 w-full" onClick={() => setExpanded(true)}>
          <Trans>Show more</Trans>
        </Button>
      )}
      {unavailableGroups.length > 0 && (
        <>
          <h3 className="mt-3 mb-1 text-sm font-medium text-muted">
            <Trans>Not redeemable today</Trans>
          </h3>
          <ul className="divide-y divide-border">
            {unavailableGroups.map(({ first, count: groupSize }) => (
              <li key={first.id} className="py-1.5">
                <span className="font-medium">{language === 'id' ? first.name_id : first.name}</span>{' '}
                <CountBadge count={groupSize} />
                <p className="text-sm text-muted">{first.reason}</p>
              </li>
            ))}
          </ul>
        </>
      )}
      {redeemed && redeemed.count > 0 && (
        <>
          <h3 className="mt-3 mb-1 text-sm font-medium text-muted">
            <Plural value={redeemed.count} one="# redeemed" other="# redeemed" />
          </h3>
          <ul className="divide-y divide-border">
            {redeemed.recent.map((redemption) => (
              <RedeemedVoucher key={redemption.id} redemption={redemption} />
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

const CountBadge = ({ count }: { count: number }) =>
  count > 1 ? <span className="text-sm text-muted tabular">× {count}</span> : null;

function AvailableVoucher({
  group: { first, count },
  memberId,
  isDeleted,
}: {
  group: VoucherGroup;
  memberId: number;
  isDeleted: boolean;
}) {
  const { t } = useLingui();
  const lastDay = formatDate(first.valid_until_date);
  const name = useLanguage() === 'id' ? first.name_id : first.name;
  const hotel = first.restrict_hotel?.name;
  return (
    <li className="flex items-center gap-3 border-b border-border py-2">
      <div className="min-w-0 flex-1">
        <p>
          <span className="font-medium">{name}</span> <CountBadge count={count} />
        </p>
        <p className="text-sm text-muted tabular">
          <Money amount={first.nominal} currency={first.currency} /> · <Trans>until {lastDay}</Trans>
          {hotel !== undefined && (
            <>
              {' · '}
              <Trans>only at {hotel}</Trans>
            </>
          )}
        </p>
      </div>
      {!isDeleted && can(permission('STORE', redemptionResource.permission)) && (
        <Link
          to="/finance/voucher-redeem/wizard/{-$member_id}/{-$member_voucher_id}"
          params={{ member_id: String(memberId), member_voucher_id: String(first.id) }}
          aria-label={t`Redeem ${name}`}
          className={`${buttonClass('secondary', 'small')} print:hidden`}
        >
          <TicketCheck size={15} />
          <Trans>Redeem</Trans>
        </Link>
      )}
    </li>
  );
}

function RedeemedVoucher({ redemption }: { redemption: NonNullable<MemberOverview['redeemed']>['recent'][number] }) {
  const name = useLanguage() === 'id' ? redemption.name_id : redemption.name;
  return (
    <li className="py-1.5">
      {redemption.is_elsewhere ? (
        <span className="font-medium">{name}</span>
      ) : (
        <Link to={recordPath(redemptionResource, redemption.id)} className="font-medium hover:underline">
          {name}
        </Link>
      )}
      <p className="text-sm text-muted tabular">
        {redemption.hotel.name} ·{' '}
        <span className="whitespace-nowrap">{formatDateTime(redemption.redeem_date, redemption.time_zone)}</span>
        {isOtherHotel(redemption.hotel.id) && (
          <>
            {' '}
            <ElsewhereBadge />
          </>
        )}
      </p>
    </li>
  );
}
