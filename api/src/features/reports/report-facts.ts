import { type Label, type Language, type ReportKey, REPORT_PAGES, getColumn } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import type { FilterContext } from '../../engine/resources/conditions.ts';
import { formatNumber } from '../../engine/import-export/format-cell.ts';
import { formatMoment } from '../../platform/http/format-day.ts';
import type { RunColumn } from './report-columns.ts';
import { describeCondition } from './describe-filters.ts';
import type { ReportQuery } from './report-query.ts';
import { REPORT_SOURCES, type ReportSource } from './report-sources.ts';
import { reportFileTexts } from '../../texts/report-files.ts';

/**
 * Facts that a file states about itself, so that a reader of the printout knows what it contains and for whom it was
 * made.
 */
export interface ReportFacts {
  /** The report's name. */
  readonly title: string;
  readonly lines: readonly Fact[];
}
export type Fact = readonly [word: string, meaning: string];

interface FactsContext {
  readonly report: ReportKey;
  readonly runColumns: readonly RunColumn[];
  readonly reportQuery: ReportQuery;
  readonly actor: Actor;
  readonly context: FilterContext;
  readonly language: Language;
}

/** All facts except the number of rows, which is known only with the rows. */
export async function describeReport(db: Db, factsContext: FactsContext): Promise<ReportFacts> {
  const { report, reportQuery, actor, context, language } = factsContext;
  const translate = (text: Label): string => text[language];
  const filters = describeFilters(factsContext);
  const createdAt = formatMoment(formatLocal(context.now, context.timeZone), language);
  return {
    title: REPORT_PAGES[report].label[language],
    lines: [
      [
        translate(reportFileTexts.filters),
        filters.length === 0 ? translate(reportFileTexts.noFilters) : filters.join('; '),
      ],
      [translate(reportFileTexts.hotels), await describeHotels(db, actor, language)],
      [translate(reportFileTexts.by), actor.name],
      [translate(reportFileTexts.at), `${createdAt} (${context.timeZone})`],
      ...(reportQuery.columns.some(({ type }) => type === 'instant')
        ? ([[translate(reportFileTexts.moments), translate(reportFileTexts.ofTheHotel)]] as const)
        : []),
    ],
  };
}

/** The number of rows, as a fact. */
export const createRowsFact = (count: number, language: Language): Fact => [
  reportFileTexts.rows[language],
  formatNumber(String(count)),
];

function describeFilters({ report, runColumns, reportQuery, language }: FactsContext): string[] {
  const { defaultPeriod, definition }: ReportSource = REPORT_SOURCES[report];
  const headingOf = (key: string, fallback: string) =>
    runColumns.find((column) => column.key === key)?.label ?? fallback;
  const defaultFilters =
    defaultPeriod &&
    !reportQuery.conditions.some(({ path }) => path.relations.length === 0 && path.field === defaultPeriod.column)
      ? [
          describeCondition(
            {
              path: getColumn(definition, defaultPeriod.column),
              condition: { column: defaultPeriod.column, operator: 'preset', value: defaultPeriod.preset },
            },
            getColumn(definition, defaultPeriod.column).label[language],
            language,
          ),
        ]
      : [];
  return [
    ...(reportQuery.searchTerms.length > 0
      ? [`${reportFileTexts.search[language]}: ${reportQuery.searchTerms.join(' ')}`]
      : []),
    ...reportQuery.conditions.map((condition) =>
      describeCondition(condition, headingOf(condition.condition.column, condition.path.label[language]), language),
    ),
    ...defaultFilters,
  ];
}

/** The visible hotels: whole regions, and single hotels outside these regions. */
async function describeHotels(db: Db, { hotels, regions }: Actor, language: Language): Promise<string> {
  if (hotels === null) return reportFileTexts.everyHotel[language];
  const rows = await db.read<{ name: string; is_region: boolean }>(
    sql`
      select r.name, true as is_region from region r where r.id = any(${regions}::bigint[])
      union all
      select h.name, false from hotel h join country c on c.id = h.country_id
      where h.id = any(${hotels}::bigint[]) and h.deleted_at is null and c.region_id <> all(${regions}::bigint[])
      order by 2 desc, 1`.compile(db.kysely),
  );
  const names = rows.map(({ name, is_region }) => (is_region ? `${name} (${reportFileTexts.region[language]})` : name));
  return names.length === 0 ? reportFileTexts.noHotel[language] : names.join(', ');
}

/** Formats an instant in a time zone as `YYYY-MM-DD HH:mm:ss`. */
function formatLocal(moment: Date, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone);
  return local.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}
