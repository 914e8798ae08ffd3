import type { CallListKey } from '@innkeeper/contract';
import type { CallListRow } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import Phone from 'lucide-react/icons/phone';
import { DueText } from '../../domain/due-text.tsx';
import { useSaleAction } from '../../domain/use-sale-action.ts';
import { formatDate } from '../../format/date.ts';
import { toDialString } from '../../format/phone.ts';
import { ActionLink } from '../../ui/action-link.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { DigitGroups } from '../../ui/digit-groups.tsx';
import { WhatsAppLink } from '../../ui/whats-app-link.tsx';
import { CallWorth } from './call-worth.tsx';
import { LastCall } from './last-call.tsx';
import { OwnerSelect } from './owner-select.tsx';
import { canLogCall } from './can-log-call.ts';

interface CallFactsProps {
  readonly list: CallListKey;
  readonly row: CallListRow;
  /** The call has been logged just now, in place of the last one. */
  readonly isLogged?: boolean;
}

/** What the caller should know of the member: the reason, the worth, the last visit and call; and the next steps. */
export function CallFacts({ list, row, isLogged = false }: CallFactsProps) {
  const { t } = useLingui();
  const { name, phone_no } = row.member;
  const sale = useSaleAction()(row.member.id, row.may.sale);
  const lastVisit = formatDate(row.last_visit_on);
  return (
    <div className="flex flex-col gap-2 rounded-md bg-sunken px-3.5 py-3">
      <p className="text-sm text-muted tabular">
        {row.membership.name} · {row.hotel.name}
        {row.card && (
          <>
            {' · '}
            <DigitGroups number={row.card.sbec_no} />
          </>
        )}
      </p>
      <div className="flex flex-col">
        <DueText list={list} row={row} />
      </div>
      <CallWorth row={row} />
      <p className="text-sm text-muted tabular">
        {lastVisit === '' ? <Trans>No visit yet</Trans> : <Trans>Last visit {lastVisit}</Trans>}
      </p>
      {isLogged ? (
        <p className="text-sm font-medium text-success-text">
          <Trans>Call logged just now.</Trans>
        </p>
      ) : (
        <LastCall call={row.last_call} />
      )}
      {canLogCall() && <OwnerSelect list={list} row={row} />}
      <div className="flex flex-wrap gap-2 max-sm:*:flex-auto">
        <a href={`tel:${toDialString(phone_no)}`} aria-label={t`Call ${name}, ${phone_no}`} className={buttonClass()}>
          <Phone size={16} />
          <Trans>Call</Trans>
        </a>
        <WhatsAppLink phone={phone_no} name={name}>
          <Trans>WhatsApp</Trans>
        </WhatsAppLink>
        {sale && (
          <ActionLink to={sale.to} search={sale.search} reason={sale.reason} aria-label={`${sale.label} ${name}`}>
            <sale.Icon size={16} />
            {sale.label}
          </ActionLink>
        )}
      </div>
    </div>
  );
}
