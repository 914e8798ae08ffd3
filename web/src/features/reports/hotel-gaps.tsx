import {
  type Condition,
  type GapMeasure,
  MONTH_COLUMN,
  catalogueColumn,
  getReportDefinition,
  getResource,
  includesCondition,
  permission,
} from '@innkeeper/contract';
import type { HotelGap, HotelGaps } from '@innkeeper/contract/calls';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { callQuery } from '../../engine/data/call-query.ts';
import { INITIAL_LIST_STATE, type ListState, toListSearch } from '../../engine/data/list-state.ts';
import { shortMonth } from '../../format/month.ts';
import { formatNumber } from '../../format/number.ts';
import { useLabel } from '../../i18n/use-label.ts';
import { can } from '../../session/user.ts';
import type { RowsAddress } from './chart-data.ts';

const HOTEL_COLUMN = 'overview.hotel';
/** Conditions under which a hotel is shown as a whole, so that what it is behind in explains its bar. */
const WHOLE_HOTEL_COLUMNS: ReadonlySet<string> = new Set([MONTH_COLUMN, HOTEL_COLUMN, 'overview.region']);

/** What each hotel is behind in, by its name; empty while the report shows no year, or only a part of the hotels' records. */
export function useHotelGaps(
  { search, conditions }: Pick<ListState, 'search' | 'conditions'>,
  year: number | undefined,
): (hotelName: string, isOnlyHotel: boolean) => ReactNode {
  const isWhole = search === '' && conditions.every(({ column }) => WHOLE_HOTEL_COLUMNS.has(column));
  const { data } = useQuery({
    ...callQuery('GET /api/report/overview/gaps', { query: { year: year ?? null } }),
    enabled: isWhole && year !== undefined,
  });
  return (hotelName, isOnlyHotel) => {
    const measured =
      isWhole && year !== undefined ? data?.hotels.find(({ hotel }) => hotel.name === hotelName) : undefined;
    return data && measured && <HotelGapNote measured={measured} period={data} isOnlyHotel={isOnlyHotel} />;
  };
}

type Period = Pick<HotelGaps, 'from' | 'to'>;

interface HotelGapNoteProps {
  measured: HotelGaps['hotels'][number];
  period: Period;
  isOnlyHotel: boolean;
}

/** The gaps of a hotel, each with a link to its numbers: shown at once for a single hotel, otherwise on request. */
function HotelGapNote({ measured: { hotel, gaps }, period, isOnlyHotel }: HotelGapNoteProps) {
  const { from, to } = period;
  const months = [...new Set([from, to ?? from])].map(shortMonth).join(' – ');
  if (gaps.length === 0)
    return isOnlyHotel ? (
      <p className="mt-1 text-muted">
        <Trans>Not behind last year or the median of your hotels ({months}).</Trans>
      </p>
    ) : null;
  return (
    <details open={isOnlyHotel} className="group mt-1 print:hidden">
      <summary className="flex w-fit items-center gap-1 rounded-sm text-muted hover:text-text">
        <ChevronRight size={15} className="shrink-0 group-open:rotate-90" />
        <span>
          <Plural value={gaps.length} one="Why? # gap" other="Why? # gaps" /> ({months})
        </span>
      </summary>
      <ul className="mt-1 mb-2 flex list-disc flex-col gap-1 pl-5 marker:text-faint">
        {gaps.map((gap) => (
          <li key={gap.measure}>
            <Link {...rowsAddress(gap.measure, hotel, period)} className="text-accent-text hover:underline">
              <GapText gap={gap} />
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

function GapText({ gap: { measure, value, base, percent, median } }: { gap: HotelGap }) {
  const { t } = useLingui();
  const label = useLabel();
  const scale = measure.endsWith('_usd') ? 2 : 0;
  const valueText = formatNumber(value, scale);
  const baseText = formatNumber(base, scale);
  if (measure === 'renewals') {
    const lapsedText = formatNumber(Number(base) - Number(value));
    return t`${valueText} renewals, ${lapsedText} lapsed members: ${percent}% renewed, median of your hotels ${median}%`;
  }
  if (median !== null)
    return t`${valueText} vouchers redeemed, ${baseText} issued: ${percent}%, median of your hotels ${median}%`;
  const name = label(catalogueColumn('overview', measure)?.label ?? { en: measure, id: measure });
  const shortfall = 100 - percent;
  return t`${name}: ${valueText}, ${shortfall}% below last year (${baseText})`;
}

/** The lapsed members of the hotel for renewals; otherwise the overview of the hotel over the compared months. */
function rowsAddress(measure: GapMeasure, hotel: { id: number; name: string }, { from, to }: Period): RowsAddress {
  const days = `${from}-01,${lastDayOf(to ?? from)}`;
  const createDays = (column: string): Condition => ({ column, operator: 'date_between', value: days });
  const member = getResource('member');
  if (measure === 'renewals' && can(permission('VIEW', member.permission))) {
    const conditions = [includesCondition('hotel_id', [hotel.id]), createDays('valid_until_date')];
    return { to: member.path, search: toListSearch(member, { ...INITIAL_LIST_STATE, conditions }) };
  }
  const report = getReportDefinition('overview-report');
  const state: ListState = {
    ...INITIAL_LIST_STATE,
    conditions: [{ column: HOTEL_COLUMN, operator: 'exact', value: hotel.name }, createDays(MONTH_COLUMN)],
    display: { measure: `overview.${measure}` },
  };
  return { to: report.path, search: toListSearch(report, state) };
}

/** `2026-02-28` for `2026-02`. */
const lastDayOf = (month: string): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);
