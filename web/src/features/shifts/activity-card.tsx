import type { ShiftActivity } from '@innkeeper/contract/calls';
import type { ReactNode } from 'react';
import { resourcePath } from '../../engine/data/resource-path.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { Money } from '../../session/money.tsx';
import { DayCard, DayLine } from './day-card.tsx';
import { formatTime } from './format-time.ts';

interface ActivityCardProps {
  readonly title: string;
  readonly activity: ShiftActivity | null;
  /** The hotel's time zone. */
  readonly zone: string;
  readonly empty: ReactNode;
}

/** What was sold, redeemed or posted today: number, amounts and the latest entries. */
export function ActivityCard({ title, activity, zone, empty }: ActivityCardProps) {
  const label = useLabel();
  if (!activity) return null;
  const { number, rows, amounts, entries } = activity;
  return (
    <DayCard
      title={title}
      number={number}
      rows={rows}
      aside={
        amounts.length > 0 &&
        amounts.map(({ currency, amount }) => <Money key={currency} amount={amount} currency={currency} />)
      }
      empty={empty}
    >
      {entries.map((entry) => (
        <DayLine
          key={entry.id}
          to={resourcePath(entry.resource, entry.id)}
          name={entry.member?.name ?? entry.number}
          detail={[formatTime(entry.at, zone), label({ en: entry.name, id: entry.name_id }) || entry.number]
            .filter(Boolean)
            .join(' · ')}
          aside={entry.amount !== null && <Money amount={entry.amount} currency={entry.currency} className="text-sm" />}
        />
      ))}
    </DayCard>
  );
}
