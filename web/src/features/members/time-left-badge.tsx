import { Plural, Trans } from '@lingui/react/macro';
import { localDay } from '../../format/date.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { daysUntil, roundDuration } from '../../format/days.ts';

/** A renewal is possible this many days before the end. */
const SOON_DAYS = 90;

/** The time until a card ends, or since it ended. */
export function TimeLeftBadge({ endDate }: { endDate: string }) {
  const days = daysUntil(localDay(new Date()), endDate);
  const tone: Tone = days < 0 ? 'danger' : days <= SOON_DAYS ? 'warning' : 'success';
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
