import { relationName } from '@innkeeper/contract';
import { Trans, Plural } from '@lingui/react/macro';
import { formatDate, localDay } from '../../format/date.ts';
import { displayName, nestedAt } from '../../engine/data/record.ts';
import { BackToList, RecordStates } from '../../engine/record/record-header.tsx';
import type { RecordPartProps } from '../../engine/form/extensions.ts';
import { usePageTitle } from '../../ui/page-title.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { useRememberGuest } from '../../domain/recent-guests.ts';
import { MemberActions } from './overview/member-actions.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { daysUntil, roundDuration } from '../../format/days.ts';

/** Stays visible while the page scrolls: the member, the status, the actions. */
export function MemberHeader({ definition, record }: RecordPartProps) {
  const name = displayName(definition, record);
  usePageTitle(name);
  useRememberGuest({ id: record.id, name, detail: nestedAt(record, relationName('membership_id'))?.name ?? null });
  return (
    <>
      <BackToList definition={definition} />
      <header
        data-record-head
        className="sticky top-0 z-10 -mx-4 mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border bg-canvas px-4 py-2 sm:-mx-6 sm:px-6 @4xl:-mt-5 lg:-mx-8 lg:px-8 print:static"
      >
        <div className="flex min-w-56 flex-1 items-center gap-3 @6xl:min-w-40">
          <span className="shrink-0 @max-4xl:hidden">
            <Avatar name={name} size={40} />
          </span>
          <div className="min-w-0 flex-1">
            <div className="flex flex-wrap items-center gap-x-2.5">
              <h1 className="min-w-0 text-lg font-semibold break-words">{name}</h1>
              <RecordStates definition={definition} record={record} />
            </div>
            <MembershipLine record={record} />
          </div>
        </div>
        <MemberActions record={record} />
      </header>
    </>
  );
}

/** The tier and its last day. */
export function MembershipLine({ record }: Pick<RecordPartProps, 'record'>) {
  const tierName = nestedAt(record, relationName('membership_id'))?.name;
  const { valid_until_date: endDate } = record;
  if (typeof endDate !== 'string') return null;
  const endDateText = formatDate(endDate);
  return (
    <p className="flex grow flex-wrap items-center gap-x-1 gap-y-0.5 text-sm text-muted tabular">
      {/* A long name is cut off before the line breaks, unless hardly anything of it would be left. */}
      {tierName !== undefined && (
        <span className="max-w-max min-w-0 flex-[1_1_12ch] truncate" title={tierName}>
          {tierName}
        </span>
      )}
      <span className="mr-1">
        {tierName !== undefined && '· '}
        <Trans>until {endDateText}</Trans>
      </span>
      <TimeLeft endDate={endDate} />
    </p>
  );
}

/** A renewal is possible this many days before the end. */
const SOON_DAYS = 90;

/** The time until a card ends, or since it ended. Without much room the date is enough while a renewal is far away. */
function TimeLeft({ endDate }: { endDate: string }) {
  const days = daysUntil(localDay(new Date()), endDate);
  const tone: Tone = days < 0 ? 'danger' : days <= SOON_DAYS ? 'warning' : 'success';
  return (
    <span className={tone === 'success' ? 'flex @max-7xl:hidden' : 'flex'}>
      <TimeLeftBadge days={days} tone={tone} />
    </span>
  );
}

function TimeLeftBadge({ days, tone }: { days: number; tone: Tone }) {
  const { count, unit } = roundDuration(Math.abs(days));
  return (
    <Badge tone={tone}>
      {days === 0 && <Trans>ends today</Trans>}
      {days > 0 && unit === 'day' && <Plural value={count} one="# day left" other="# days left" />}
      {days > 0 && unit === 'month' && <Plural value={count} one="# month left" other="# months left" />}
      {days > 0 && unit === 'year' && <Plural value={count} one="# year left" other="# years left" />}
      {days < 0 && unit === 'day' && <Plural value={count} one="# day ago" other="# days ago" />}
      {days < 0 && unit === 'month' && <Plural value={count} one="# month ago" other="# months ago" />}
      {days < 0 && unit === 'year' && <Plural value={count} one="# year ago" other="# years ago" />}
    </Badge>
  );
}
