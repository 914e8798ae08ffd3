import type { WorkListKey } from '@innkeeper/contract';
import type { WorkListRow } from '@innkeeper/contract/calls';
import { Plural, Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { formatDate, localDay } from '../../format/date.ts';
import { currentLanguage } from '../../i18n/language.ts';
import { daysUntil } from '../../format/days.ts';

interface DueProps {
  readonly list: WorkListKey;
  readonly row: WorkListRow;
}

/** Why a member stands in a list, in a few words, and the day that it is about. */
export function DueWords({ list, row }: DueProps) {
  const { due_on, was_used, to_upgrade, turns } = row;
  const day = formatDate(due_on);
  if (list === 'birthday')
    return (
      <Words about={weekdayOf(due_on)}>
        <Trans>turns {turns}</Trans>
      </Words>
    );
  if (list === 'near_upgrade')
    return (
      <Words about={<Trans>until {day}</Trans>}>
        <Plural value={to_upgrade ?? 0} one="# visit to the next level" other="# visits to the next level" />
      </Words>
    );
  if (list === 'never_used')
    return (
      <Words about={was_used ? <Trans>last on {day}</Trans> : <Trans>card since {day}</Trans>}>
        {was_used ? <Trans>not used lately</Trans> : <Trans>never used</Trans>}
      </Words>
    );
  const days = daysUntil(localDay(new Date()), due_on);
  return (
    <Words about={day}>
      {days > 0 && <Plural value={days} one="ends tomorrow" other="ends in # days" />}
      {days === 0 && <Trans>ends today</Trans>}
      {days < 0 && <Plural value={-days} one="ended yesterday" other="ended # days ago" />}
    </Words>
  );
}

function Words({ about, children }: { about: ReactNode; children: ReactNode }) {
  return (
    <>
      <span className="font-medium first-letter:uppercase">{children}</span>
      <span className="text-sm text-muted tabular">{about}</span>
    </>
  );
}

/** `Monday, 28 Dec 2026` of a day. */
function weekdayOf(day: string): string {
  const name = new Intl.DateTimeFormat(currentLanguage(), { weekday: 'long', timeZone: 'UTC' });
  return `${name.format(new Date(`${day}T00:00:00Z`))}, ${formatDate(day)}`;
}
