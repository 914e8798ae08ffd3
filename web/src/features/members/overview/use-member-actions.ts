import { MEMBER_MAILS, type SaleEligibility, permission, resources } from '@innkeeper/contract';
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
import { useSaleAction } from '../../../domain/use-sale-action.ts';
import { overviewQuery, standingQuery } from './overview-calls.ts';
import { holdKeys } from '../../../ui/typed-ahead.ts';

const { transaction, voucher_redeem, visit, mail_log, member } = resources;

/** An action on the member, with its digit as shortcut key. */
export interface MemberAction {
  readonly key: string;
  readonly label: string;
  /** Shorter name for narrow layouts. */
  readonly shortLabel: string;
  readonly Icon: ComponentType<{ size?: number }>;
  /** The next step suggested by the status; at most one action has it. */
  readonly isSuggested: boolean;
  /** Why the action is not available now, as text; null if it is available. */
  readonly reason: string | null;
  /** Performs the action, or shows why it is not available. */
  readonly run: () => void;
}

/** The actions on a member that the user has permission for. */
export function useMemberActions(record: ResourceRecord): readonly MemberAction[] {
  const { t } = useLingui();
  const language = useLanguage();
  const navigate = useNavigate();
  const { id } = record;
  const { data: standing } = useQuery(standingQuery(id, language));
  const { data: overview } = useQuery(overviewQuery(id, language));

  const sale = useSaleAction()(id, standing ? standing.may.sale : pendingEligibility(record['standing'] === 'none'));
  const actions: (Omit<MemberAction, 'isSuggested'> & { readonly isAllowed: boolean })[] = [
    ...(sale
      ? [
          {
            key: '1',
            isAllowed: can(permission('STORE', transaction.permission)),
            label: sale.label,
            shortLabel: sale.label,
            Icon: sale.Icon,
            reason: sale.reason,
            run: () => void navigate({ to: sale.to, search: sale.search }),
          },
        ]
      : []),
    {
      key: '2',
      isAllowed: can(permission('STORE', voucher_redeem.permission)),
      label: t`Redeem`,
      shortLabel: t({ message: 'Redeem', context: 'on a narrow button' }),
      Icon: TicketCheck,
      reason: standing?.may.redeem ?? null,
      run: () =>
        void navigate({
          to: '/finance/voucher-redeem/wizard/{-$member_id}/{-$member_voucher_id}',
          params: { member_id: String(id) },
        }),
    },
    {
      key: '3',
      isAllowed: can(permission('STORE', visit.permission)),
      label: t`Post a visit`,
      shortLabel: t`Visit`,
      Icon: Utensils,
      reason: null,
      run: () => void navigate({ to: '/finance/visit/quick', search: { member_id: id } }),
    },
    {
      key: '4',
      isAllowed: can(permission('UPDATE', mail_log.permission), permission('UPDATE', member.permission)),
      label: t`Send email`,
      shortLabel: t`Email`,
      Icon: Mail,
      reason: mailBlockReason(overview?.mails ?? null),
      run: () =>
        void holdKeys(import('./mail-dialog.tsx')).then(({ openMailDialog }) =>
          openMailDialog(id, String(record['email']), overview?.mails ?? []),
        ),
    },
  ];
  if (record.deleted_at !== null) return [];
  const permittedActions = actions.filter(({ isAllowed }) => isAllowed);
  // Suggests a due renewal or sale first, then today's vouchers. A visit can be posted, and a card upgraded, at any
  // time.
  const isSuggestible = (key: string) => key !== '4' && !(key === '1' && sale?.kind === 'upgrade');
  const suggestedAction = standing && permittedActions.find(({ key, reason }) => isSuggestible(key) && reason === null);
  return permittedActions.map(({ isAllowed: _, reason, run, ...action }) => ({
    ...action,
    reason,
    isSuggested: action.key === suggestedAction?.key,
    run: reason === null ? run : () => void showMessage({ message: reason, variant: 'info' }),
  }));
}

/** Eligibility assumed until the server responds; the sale page rejects what is not possible. */
const pendingEligibility = (hasNoCard: boolean): SaleEligibility =>
  hasNoCard
    ? { next: 'sell', sell: null, renew: '', give: null, upgrade: '' }
    : { next: 'renew', sell: '', renew: null, give: '', upgrade: '' };

/** The reason why no mail at all can be sent. */
function mailBlockReason(mails: MemberOverview['mails']): string | null {
  const reasons = (mails ?? []).flatMap(({ reason }) => (reason === null ? [] : [reason]));
  return reasons.length === MEMBER_MAILS.length ? (reasons[0] ?? null) : null;
}
