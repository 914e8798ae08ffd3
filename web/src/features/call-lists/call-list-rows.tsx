import { type CallListKey, resources } from '@innkeeper/contract';
import type { CallListRow } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import Phone from 'lucide-react/icons/phone';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { recordPath } from '../../engine/form/record-path.ts';
import { toDialString, formatPhone } from '../../format/phone.ts';
import { ActionLink } from '../../ui/action-link.tsx';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { dialogs } from '../../ui/dialog-store.ts';
import { useStore } from '../../ui/store.ts';
import { useSaleAction } from '../../domain/use-sale-action.ts';
import { DueText } from '../../domain/due-text.tsx';
import { WhatsAppLink } from '../../ui/whats-app-link.tsx';
import { CallWorth } from './call-worth.tsx';
import { canLogCall } from './can-log-call.ts';
import { LastCall } from './last-call.tsx';
import { DigitGroups } from '../../ui/digit-groups.tsx';

const { member } = resources;
/** Lists that suggest a renewal as the next step. */
const RENEWAL_LISTS: ReadonlySet<CallListKey> = new Set(['renewal', 'expiring']);

interface CallListRowsProps {
  readonly list: CallListKey;
  readonly rows: readonly CallListRow[];
  /** The rows belong to an earlier query. */
  readonly isStale: boolean;
  /** Opens the dialog that logs a call. */
  readonly onLogCall: (row: CallListRow) => void;
}

/** The members of a list, each with the reason, the last call, and the actions. Arrow keys move between members. */
export function CallListRows({ list, rows, isStale, onLogCall }: CallListRowsProps) {
  const { t } = useLingui();
  const listRef = useRef<HTMLUListElement>(null);
  const calledIndex = useRef<number | null>(null);
  const getButtons = () => [...(listRef.current?.querySelectorAll<HTMLElement>('[data-row-action]') ?? [])];
  const isDialogOpen = useStore(dialogs).length > 0;
  useEffect(() => {
    if (isDialogOpen || calledIndex.current === null) return;
    // The called member may have left the list. Once the dialog has returned the focus to a removed button, the focus
    // moves to the member now in that position.
    const frame = requestAnimationFrame(() => {
      if (calledIndex.current === null || document.activeElement !== document.body) return;
      const buttons = getButtons();
      buttons[Math.min(calledIndex.current, buttons.length - 1)]?.focus();
      calledIndex.current = null;
    });
    return () => cancelAnimationFrame(frame);
  }, [rows, isDialogOpen]);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const buttons = getButtons();
    const row = event.target instanceof Element ? event.target.closest('li') : null;
    const nextButton = buttons[[...(listRef.current?.children ?? [])].indexOf(row ?? event.currentTarget) + step];
    if (!nextButton) return;
    event.preventDefault();
    nextButton.focus();
  };
  const logCall = (row: CallListRow, index: number) => {
    calledIndex.current = index;
    onLogCall(row);
  };
  return (
    // Arrow keys move between the buttons inside; the list itself is not focusable.
    <ul
      ref={listRef}
      aria-label={t`Members to call`}
      aria-busy={isStale}
      onKeyDown={onKeyDown}
      className={classNames(
        // All rows share one column grid if there is room.
        'flex flex-col divide-y divide-border rounded-lg border border-border bg-surface transition-opacity @6xl:grid @6xl:grid-cols-[minmax(15rem,7fr)_max-content_minmax(6rem,3fr)_max-content_max-content_max-content]',
        isStale && 'opacity-60',
      )}
    >
      {rows.map((row, index) => (
        <MemberRow key={row.member.id} list={list} row={row} onLogCall={() => logCall(row, index)} />
      ))}
    </ul>
  );
}

function MemberRow({ list, row, onLogCall }: { list: CallListKey; row: CallListRow; onLogCall: () => void }) {
  const { t } = useLingui();
  const { name, phone_no } = row.member;
  const canLog = canLogCall();
  const ownerName = row.owner?.name;
  const sale = useSaleAction()(row.member.id, row.may.sale);
  return (
    <li className="grid break-inside-avoid gap-x-8 gap-y-3 px-4 py-3 @xl:grid-cols-2 @6xl:col-span-full @6xl:gap-x-4 @6xl:grid-cols-subgrid @6xl:items-center">
      <div className="relative flex min-h-(--control) min-w-0 items-center gap-3">
        <Avatar name={name} size={36} />
        <div className="flex min-w-0 flex-col">
          {/* A finger may also press what is known of the member. With a mouse that is text to select. */}
          <Link
            to={recordPath(member, row.member.id)}
            className="truncate font-medium hover:underline pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-3"
          >
            {name}
          </Link>
          {/* The number of the card moves to the next line before it is cut. */}
          <span className="flex flex-wrap gap-x-2.5 text-sm text-muted tabular">
            <span className="max-w-full truncate">
              {row.membership.name} · {row.hotel.code}
            </span>
            {row.card && <DigitGroups number={row.card.sbec_no} />}
          </span>
          <CallWorth row={row} />
        </div>
      </div>
      <div className="flex min-w-0 flex-col @max-xl:pl-12">
        <DueText list={list} row={row} />
      </div>
      <div className="flex min-w-0 flex-col gap-1 @max-6xl:pl-12 @max-6xl:@xl:col-span-2">
        <LastCall call={row.last_call} />
        {ownerName !== undefined && (
          <span className="truncate text-sm text-muted">
            <Trans>Owner: {ownerName}</Trans>
          </span>
        )}
      </div>
      <div className="flex items-center gap-2 @6xl:gap-0">
        <a
          href={`tel:${toDialString(phone_no)}`}
          aria-label={t`Call ${name}, ${phone_no}`}
          onClick={canLog ? onLogCall : undefined}
          className={`${buttonClass('ghost')} grow tabular @max-6xl:border-strong-border/60! @6xl:justify-start! @6xl:text-accent-text!`}
        >
          <Phone size={16} />
          {formatPhone(phone_no)}
        </a>
        <WhatsAppLink
          phone={phone_no}
          name={name}
          onClick={canLog ? onLogCall : undefined}
          className="print:hidden @6xl:border-transparent! @6xl:bg-transparent! @6xl:text-accent-text! @6xl:hover:bg-hover!"
        />
      </div>
      <div className="flex items-center gap-2 print:hidden @6xl:contents">
        {canLog && (
          <Button
            data-row-action=""
            className="@max-6xl:flex-1"
            onClick={onLogCall}
            aria-label={t`Log call with ${name}`}
          >
            <Trans>Log call</Trans>
          </Button>
        )}
        {RENEWAL_LISTS.has(list) && sale && (
          <ActionLink
            to={sale.to}
            search={sale.search}
            reason={sale.reason}
            aria-label={`${sale.label} ${name}`}
            className="@max-6xl:flex-1"
          >
            {sale.label}
          </ActionLink>
        )}
      </div>
    </li>
  );
}
