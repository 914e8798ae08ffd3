import type { CallListKey } from '@innkeeper/contract';
import type { CallListRow } from '@innkeeper/contract/calls';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatDate, localDay } from '../../format/date.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { daysUntil } from '../../format/days.ts';

interface DueProps {
  readonly list: CallListKey;
  readonly row: CallListRow;
}

/** Why a member is on a call list, in a few words, and the date it concerns. */
export function DueWords({ list, row }: DueProps) {
  const { due_on, was_used, to_upgrade, turns } = row;
  const day = formatDate(due_on);
  if (list === 'birthday')
    return (
      <DueLabel about={weekdayOf(due_on)}>
        <Trans>turns {turns}</Trans>
      </DueLabel>
    );
  if (list === 'near_upgrade')
    return (
      <DueLabel about={<Trans>until {day}</Trans>}>
        <Plural value={to_upgrade ?? 0} one="# visit to the next tier" other="# visits to the next tier" />
      </DueLabel>
    );
  if (list === 'never_used')
    return (
      <DueLabel about={was_used ? <Trans>last on {day}</Trans> : <Trans>card since {day}</Trans>}>
        {was_used ? <Trans>not used recently</Trans> : <Trans>never used</Trans>}
      </DueLabel>
    );
  const days = daysUntil(localDay(new Date()), due_on);
  return (
    <DueLabel about={day}>
      {days > 0 && <Plural value={days} one="ends tomorrow" other="ends in # days" />}
      {days === 0 && <Trans>ends today</Trans>}
      {days < 0 && <Plural value={-days} one="ended yesterday" other="ended # days ago" />}
    </DueLabel>
  );
}

function DueLabel({ about, children }: { about: ReactNode; children: ReactNode }) {
  return (
    <>
      <span className="font-medium first-letter:uppercase">{children}</span>
      <span className="text-sm text-muted tabular">{about}</span>
    </>
  );
}

/** Formats a day as `Monday, 28 Dec 2026`. */
function weekdayOf(day: string): string {
  const name = new Intl.DateTimeFormat(currentLanguage(), { weekday: 'long', timeZone: 'UTC' });
  return `${name.format(new Date(`${day}T00:00:00Z`))}, ${formatDate(day)}`;
}
