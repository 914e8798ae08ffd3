import { MAX_TIMELINE_ENTRIES, getResource } from '@innkeeper/contract';
import type { TimelineEntry } from '@innkeeper/contract/calls';
import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dayAtHotel, formatDate, formatDateTime } from '../../../format/date.ts';
import { isOtherHotel } from '../../../engine/data/elsewhere.ts';
import { recordPath } from '../../../engine/form/record-path.ts';
import { Button } from '../../../ui/button.tsx';
import { ElsewhereBadge } from '../../../ui/elsewhere-badge.tsx';
import { Section } from './section.tsx';
import { DeliveryState, TIMELINE_ICONS, TimelineTitle, useActorName } from './timeline-entry.tsx';
import { Money } from '../../../session/money.tsx';

/** Entries shown before "show more". */
const INITIAL_COUNT = 15;

/** A member's timeline, newest first, grouped by month. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  const { t } = useLingui();
  const [isExpanded, setExpanded] = useState(false);
  const visibleEntries = isExpanded ? entries : entries.slice(0, INITIAL_COUNT);
  // Cuts the day off `22 Nov 2026`, which leaves the month.
  const entriesByMonth = [
    ...Map.groupBy(visibleEntries, ({ at, time_zone }) => formatDate(dayAtHotel(at, time_zone)).slice(3)),
  ];
  return (
    <Section title={t`Timeline`}>
      {entries.length === 0 && (
        <p className="text-muted">
          <Trans>No events yet</Trans>
        </p>
      )}
      {entriesByMonth.map(([month, monthEntries]) => (
        <div key={month} className="mt-3 first-of-type:mt-0">
          <h3 className="mb-1 text-xs font-semibold text-faint">{month}</h3>
          <ol className="flex flex-col">
            {monthEntries.map((entry) => (
              <EntryItem key={`${entry.kind} ${entry.resource} ${entry.id} ${entry.at}`} entry={entry} />
            ))}
          </ol>
        </div>
      ))}
      {!isExpanded && entries.length > INITIAL_COUNT && (
        <Button className="mt-3 w-full" onClick={() => setExpanded(true)}>
          <Trans>Show more</Trans>
        </Button>
      )}
      {isExpanded && entries.length === MAX_TIMELINE_ENTRIES && (
        <p className="mt-3 text-sm text-muted">
          <Trans>Older events are in this member’s lists.</Trans>
        </p>
      )}
    </Section>
  );
}

function EntryItem({ entry }: { entry: TimelineEntry }) {
  const lineClass = '-mx-2 flex gap-3 rounded-md px-2 py-1.5';
  return (
    <li>
      {entry.is_elsewhere ? (
        <div className={lineClass}>
          <EntryLine entry={entry} />
        </div>
      ) : (
        <Link to={recordPath(getResource(entry.resource), entry.id)} className={`${lineClass} hover:bg-hover`}>
          <EntryLine entry={entry} />
        </Link>
      )}
    </li>
  );
}

function EntryLine({ entry }: { entry: TimelineEntry }) {
  const actorName = useActorName();
  const Icon = TIMELINE_ICONS[entry.kind];
  const details = [entry.hotel?.name, actorName(entry)].filter((part) => typeof part === 'string');
  return (
    <>
      <span
        aria-hidden="true"
        className="mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-full bg-sunken text-muted"
      >
        <Icon size={15} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center justify-between gap-x-3">
          <span className="min-w-0 font-medium break-words">
            <TimelineTitle entry={entry} />
          </span>
          {entry.amount !== null && entry.currency !== null && (
            <Money amount={entry.amount} currency={entry.currency} decimals={entry.decimals ?? undefined} />
          )}
          <DeliveryState entry={entry} />
        </span>
        <span className="block text-sm text-muted tabular">
          <span className="whitespace-nowrap">{formatDateTime(entry.at, entry.time_zone)}</span>
          {details.map((part) => ` · ${part}`)}
          {entry.hotel && isOtherHotel(entry.hotel.id) && (
            <>
              {' '}
              <ElsewhereBadge />
            </>
          )}
        </span>
        {entry.note !== null && entry.note !== '' && (
          <span className="line-clamp-3 text-sm whitespace-pre-line text-muted">“{entry.note}”</span>
        )}
      </span>
    </>
  );
}
