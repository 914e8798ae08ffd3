import { MEMBER_MAILS, type MaySell, permission, resources } from '@innkeeper/contract';
import type { MemberOverview } from '@innkeeper/contract/calls';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import Mail from 'lucide-react/icons/mail';
import TicketCheck from 'lucide-react/icons/ticket-check';
import Utensils from 'lucide-react/icons/utensils';
import type { ComponentType } from 'react';
import { useLanguage } from '../../../i18n/use-label.ts';
import type { ResourceRecord } from '../../../engine/data/record.ts';
import { can } from '../../../session/user.ts';
import { showMessage } from '../../../ui/message-store.ts';
import { useSaleAction } from '../../cards/sale-action.ts';
import { overviewQuery, standingQuery } from './overview-calls.ts';

const { transaction, voucher_redeem, visit, mail_log, member } = resources;

/** Something that is done with the member, under its digit. */
export interface MemberAction {
  readonly key: string;
  readonly label: string;
  /** Its name if there is little room. */
  readonly short: string;
  readonly Icon: ComponentType<{ size?: number; 'aria-hidden'?: 'true' }>;
  /** The next step by the standing: one action at most. */
  readonly isSuggested: boolean;
  /** Why it cannot be done now, in words; null where it can. */
  readonly reason: string | null;
  /** Does it, or says why not. */
  readonly act: () => void;
}

/** The actions on a member that the actor has the rights to. */
export function useMemberActions(record: ResourceRecord): readonly MemberAction[] {
  const { t } = useLingui();
  const language = useLanguage();
  const navigate = useNavigate();
  const { id } = record;
  const { data: standing } = useQuery(standingQuery(id, language));
  const { data: overview } = useQuery(overviewQuery(id, language));

  const sale = useSaleAction()(id, standing ? standing.may.sale : untilKnown(record['standing'] === 'none'));
  const actions: (Omit<MemberAction, 'isSuggested'> & { readonly isAllowed: boolean })[] = [
    ...(sale
      ? [
          {
            key: '1',
            isAllowed: can(permission('STORE', transaction.permission)),
            label: sale.label,
            short: sale.label,
            Icon: sale.Icon,
            reason: sale.reason,
            act: () => void navigate({ to: sale.to, search: sale.search }),
          },
        ]
      : []),
    {
      key: '2',
      isAllowed: can(permission('STORE', voucher_redeem.permission)),
      label: t`Redeem`,
      short: t({ message: 'Redeem', context: 'on a narrow button' }),
      Icon: TicketCheck,
      reason: standing?.may.redeem ?? null,
      act: () =>
        void navigate({
          to: '/finance/voucher-redeem/wizard/{-$member_id}/{-$member_voucher_id}',
          params: { member_id: String(id) },
        }),
    },
    {
      key: '3',
      isAllowed: can(permission('STORE', visit.permission)),
      label: t`Post a visit`,
      short: t`Visit`,
      Icon: Utensils,
      reason: null,
      act: () => void navigate({ to: '/finance/visit/quick', search: { member_id: id } }),
    },
    {
      key: '4',
      isAllowed: can(permission('UPDATE', mail_log.permission), permission('UPDATE', member.permission)),
      label: t`Send mail`,
      short: t`Mail`,
      Icon: Mail,
      reason: noMail(overview?.mails ?? null),
      act: () =>
        void import('./mail-dialog.tsx').then(({ askMail }) =>
          askMail(id, String(record['email']), overview?.mails ?? []),
        ),
    },
  ];
  if (record.deleted_at !== null) return [];
  const possible = actions.filter(({ isAllowed }) => isAllowed);
  // A card that is due comes first, then the vouchers of today; a visit can be posted, and a card upgraded, at any time.
  const isTimely = (key: string) => key !== '4' && !(key === '1' && sale?.kind === 'upgrade');
  const suggested = standing && possible.find(({ key, reason }) => isTimely(key) && reason === null);
  return possible.map(({ isAllowed: _, reason, act, ...rest }) => ({
    ...rest,
    reason,
    isSuggested: rest.key === suggested?.key,
    act: reason === null ? act : () => void showMessage({ message: reason, variant: 'info' }),
  }));
}

/** Until the server has answered, the sale itself refuses what it cannot do. */
const untilKnown = (hasNoCard: boolean): MaySell =>
  hasNoCard
    ? { next: 'sell', sell: null, renew: '', give: null, upgrade: '' }
    : { next: 'renew', sell: '', renew: null, give: '', upgrade: '' };

/** Why no mail can be sent at all. */
function noMail(mails: MemberOverview['mails']): string | null {
  const reasons = (mails ?? []).flatMap(({ reason }) => (reason === null ? [] : [reason]));
  return reasons.length === MEMBER_MAILS.length ? (reasons[0] ?? null) : null;
}
