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

const redemption = getResource('voucher_redeem');
/** Kinds of vouchers shown before "show more". */
const FIRST = 8;

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
  const [isWhole, setWhole] = useState(false);
  const groups = groupVouchers(standing.vouchers);
  const usable = groups.filter(({ first }) => first.rejection === null);
  const rejected = groups.filter(({ first }) => first.rejection !== null);
  const count = standing.vouchers.filter(({ rejection }) => rejection === null).length;
  return (
    <Section title={t`Vouchers`} aside={count > 0 && <Plural value={count} one="# available" other="# available" />}>
      {groups.length === 0 && (
        <p className="text-muted">
          <Trans>No vouchers left</Trans>
        </p>
      )}
      {usable.length > 0 && (
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-x-8">
          {(isWhole ? usable : usable.slice(0, FIRST)).map((group) => (
            <UsableVoucher key={group.first.id} group={group} memberId={standing.member.id} isDeleted={isDeleted} />
          ))}
        </ul>
      )}
      {!isWhole && usable.length > FIRST && (
        <Button className="mt-2 w-full" onClick={() => setWhole(true)}>
          <Trans>Show more</Trans>
        </Button>
      )}
      {rejected.length > 0 && (
        <>
          <h3 className="mt-3 mb-1 text-sm font-medium text-muted">
            <Trans>Not redeemable today</Trans>
          </h3>
          <ul className="divide-y divide-border">
            {rejected.map(({ first, count: alike }) => (
              <li key={first.id} className="py-1.5">
                <span className="font-medium">{language === 'id' ? first.name_id : first.name}</span>{' '}
                <Times count={alike} />
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
            {redeemed.recent.map((one) => (
              <RedeemedVoucher key={one.id} one={one} />
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

const Times = ({ count }: { count: number }) =>
  count > 1 ? <span className="text-sm text-muted tabular">× {count}</span> : null;

function UsableVoucher({
  group: { first, count },
  memberId,
  isDeleted,
}: {
  group: VoucherGroup;
  memberId: number;
  isDeleted: boolean;
}) {
  const { t } = useLingui();
  const until = formatDate(first.valid_until_date);
  const name = useLanguage() === 'id' ? first.name_id : first.name;
  const hotel = first.restrict_hotel?.name;
  return (
    <li className="flex items-center gap-3 border-b border-border py-2">
      <div className="min-w-0 flex-1">
        <p>
          <span className="font-medium">{name}</span> <Times count={count} />
        </p>
        <p className="text-sm text-muted tabular">
          <Money amount={first.nominal} currency={first.currency} /> · <Trans>until {until}</Trans>
          {hotel !== undefined && (
            <>
              {' · '}
              <Trans>only at {hotel}</Trans>
            </>
          )}
        </p>
      </div>
      {!isDeleted && can(permission('STORE', redemption.permission)) && (
        <Link
          to="/finance/voucher-redeem/wizard/{-$member_id}/{-$member_voucher_id}"
          params={{ member_id: String(memberId), member_voucher_id: String(first.id) }}
          aria-label={t`Redeem ${name}`}
          className={buttonClass('secondary', 'small')}
        >
          <TicketCheck size={15} aria-hidden="true" />
          <Trans>Redeem</Trans>
        </Link>
      )}
    </li>
  );
}

function RedeemedVoucher({ one }: { one: NonNullable<MemberOverview['redeemed']>['recent'][number] }) {
  const name = useLanguage() === 'id' ? one.name_id : one.name;
  return (
    <li className="py-1.5">
      {one.is_elsewhere ? (
        <span className="font-medium">{name}</span>
      ) : (
        <Link to={recordPath(redemption, one.id)} className="font-medium hover:underline">
          {name}
        </Link>
      )}
      <p className="text-sm text-muted tabular">
        {one.hotel.name} · <span className="whitespace-nowrap">{formatDateTime(one.redeem_date, one.time_zone)}</span>
        {isOtherHotel(one.hotel.id) && (
          <>
            {' '}
            <ElsewhereBadge />
          </>
        )}
      </p>
    </li>
  );
}
