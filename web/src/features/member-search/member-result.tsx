import { getResource, permission } from '@innkeeper/contract';
import type { MemberSearchResult } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import TicketCheck from 'lucide-react/icons/ticket-check';
import Utensils from 'lucide-react/icons/utensils';
import { formatDate } from '../../format/date.ts';
import { formatPhone } from '../../format/phone.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { can } from '../../session/user.ts';
import { memberPath, redeemPath } from './result-path.ts';
import { choiceOf } from '../../domain/record-search.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { useSaleAction } from '../../domain/use-sale-action.ts';
import { type ResultAction, ResultRow } from './result-row.tsx';
import { DigitGroups } from '../../ui/digit-groups.tsx';
import { splitByMatch } from './matched-parts.ts';

/** A member found: name, cards and vouchers, and the actions for a guest at the front desk. */
export function MemberResult({ member, searchText }: { member: MemberSearchResult; searchText: string }) {
  const label = useLabel();
  const actions = useResultActions(member);
  const { name, card, hotel, email, phone_no, is_elsewhere, available_vouchers } = member;
  const standing = choiceOf('member', 'standing', member.standing);
  const hotelName = hotel.name;
  return (
    <ResultRow
      path={memberPath(member)}
      emblem={<Avatar name={name} size={40} />}
      title={<MarkedText text={name} searchText={searchText} />}
      state={standing && <Badge tone={standing.tone}>{label(standing.label)}</Badge>}
      lines={[
        card === null
          ? []
          : [
              <span className="text-text">{card.membership}</span>,
              <DigitGroups number={card.sbec_no} />,
              <Trans>until {formatDate(card.end_date)}</Trans>,
              available_vouchers !== null && (
                <Plural
                  value={available_vouchers}
                  _0="no voucher available"
                  one="# voucher available"
                  other="# vouchers available"
                />
              ),
            ],
        is_elsewhere
          ? [<Trans>Guest of another hotel: {hotelName}</Trans>]
          : [hotelName, formatPhone(phone_no ?? ''), email],
      ]}
      name={name}
      actions={actions}
    />
  );
}

function useResultActions({ id, is_elsewhere, may }: MemberSearchResult): ResultAction[] {
  const { t } = useLingui();
  const getSaleAction = useSaleAction();
  const redeemTo = redeemPath(id);
  const sale = getSaleAction(id, may.sale);
  const canPostVisits = !is_elsewhere && can(permission('STORE', getResource('visit').permission));
  return [
    ...(redeemTo === null
      ? []
      : [
          {
            label: t`Redeem`,
            icon: <TicketCheck size={15} />,
            to: redeemTo,
            reason: may.redeem,
          },
        ]),
    ...(sale === null ? [] : [{ ...sale, icon: <sale.Icon size={15} /> }]),
    ...(canPostVisits
      ? [
          {
            label: t`Post a visit`,
            icon: <Utensils size={15} />,
            to: '/finance/visit/quick',
            search: { member_id: id },
            reason: null,
          },
        ]
      : []),
  ];
}

/** A text with the search words highlighted. */
const MarkedText = ({ text, searchText }: { text: string; searchText: string }) =>
  splitByMatch(text, searchText).map((part, index) =>
    part.isMatched ? (
      <mark key={index} className="rounded-sm bg-accent-soft text-accent-text">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
