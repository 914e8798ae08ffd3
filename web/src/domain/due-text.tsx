import type { CallListKey } from '@innkeeper/contract';
import type { CallListRow } from '@innkeeper/contract/calls';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatDate, localDay } from '../format/date.ts';
import { currentLanguage } from '../i18n/language.ts';
import { daysUntil } from '../format/days.ts';

interface DueTextProps {
  readonly list: CallListKey;
  readonly row: CallListRow;
}

/** Why a member is on a call list, in a few words, and the date it concerns. */
export function DueText({ list, row }: DueTextProps) {
  const { due_on, was_used, to_upgrade, turns } = row;
  const dueDate = formatDate(due_on);
  if (list === 'birthday')
    return (
      <DueLabel detail={formatWithWeekday(due_on)}>
        <Trans>turns {turns}</Trans>
      </DueLabel>
    );
  if (list === 'near_upgrade')
    return (
      <DueLabel detail={<Trans>until {dueDate}</Trans>}>
        <Plural value={to_upgrade ?? 0} one="# visit to the next tier" other="# visits to the next tier" />
      </DueLabel>
    );
  if (list === 'never_used')
    return (
      <DueLabel detail={was_used ? <Trans>last on {dueDate}</Trans> : <Trans>card since {dueDate}</Trans>}>
        {was_used ? <Trans>not used recently</Trans> : <Trans>never used</Trans>}
      </DueLabel>
    );
  const days = daysUntil(localDay(new Date()), due_on);
  return (
    <DueLabel detail={dueDate}>
      {days > 0 && <Plural value={days} one="ends tomorrow" other="ends in # days" />}
      {days === 0 && <Trans>ends today</Trans>}
      {days < 0 && <Plural value={-days} one="ended yesterday" other="ended # days ago" />}
    </DueLabel>
  );
}

function DueLabel({ detail, children }: { detail: ReactNode; children: ReactNode }) {
  return (
    <>
      <span className="font-medium first-letter:uppercase">{children}</span>
      <span className="text-sm text-muted tabular">{detail}</span>
    </>
  );
}

/** Formats a day as `Monday, 28 Dec 2026`. */
function formatWithWeekday(day: string): string {
  const weekdayFormat = new Intl.DateTimeFormat(currentLanguage(), { weekday: 'long', timeZone: 'UTC' });
  return `${weekdayFormat.format(new Date(`${day}T00:00:00Z`))}, ${formatDate(day)}`;
}
