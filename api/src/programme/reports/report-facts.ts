import { type Label, type Language, type ReportKey, REPORT_PAGES, getColumn } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import type { FilterContext } from '../../engine/resources/conditions.ts';
import { numberInWords } from '../../engine/exchange/cells-in-words.ts';
import { momentInWords } from '../../platform/http/day-in-words.ts';
import type { RunColumn } from './columns.ts';
import { conditionInWords } from './filter-words.ts';
import type { ReportQuestion } from './question.ts';
import { REPORT_SOURCES, type ReportSource } from './sources.ts';

/** The facts that a file states about itself: its reader on paper knows its content, and for whom it was made. */
export interface ReportFacts {
  /** The report's name. */
  readonly title: string;
  readonly lines: readonly Fact[];
}
export type Fact = readonly [word: string, meaning: string];

const WORDS = {
  filters: { en: 'Filters', id: 'Filter' },
  noFilters: { en: 'None: everything there is', id: 'Tidak ada: semua data' },
  search: { en: 'Search', id: 'Pencarian' },
  hotels: { en: 'Hotels', id: 'Hotel' },
  everyHotel: { en: 'All hotels', id: 'Semua hotel' },
  noHotel: { en: 'No hotel', id: 'Tidak ada hotel' },
  region: { en: 'region', id: 'wilayah' },
  rows: { en: 'Rows', id: 'Baris' },
  by: { en: 'Made by', id: 'Dibuat oleh' },
  at: { en: 'Made at', id: 'Dibuat pada' },
  moments: { en: 'Times', id: 'Waktu' },
  ofTheHotel: { en: 'In the zone of the hotel of each row', id: 'Menurut zona waktu hotel pada tiap baris' },
} as const satisfies Record<string, Label>;

interface Told {
  readonly report: ReportKey;
  readonly known: readonly RunColumn[];
  readonly question: ReportQuestion;
  readonly actor: Actor;
  readonly context: FilterContext;
  readonly language: Language;
}

/** Everything but the number of rows, which is known with the rows. */
export async function tellFacts(db: Db, told: Told): Promise<ReportFacts> {
  const { report, question, actor, context, language } = told;
  const say = (word: keyof typeof WORDS): string => WORDS[word][language];
  const filters = filtersInWords(told);
  const made = momentInWords(localText(context.now, context.timeZone), language);
  return {
    title: REPORT_PAGES[report].label[language],
    lines: [
      [say('filters'), filters.length === 0 ? say('noFilters') : filters.join('; ')],
      [say('hotels'), await hotelsInWords(db, actor, language)],
      [say('by'), actor.name],
      [say('at'), `${made} (${context.timeZone})`],
      ...(question.columns.some(({ type }) => type === 'instant')
        ? ([[say('moments'), say('ofTheHotel')]] as const)
        : []),
    ],
  };
}

/** How many rows there are, as a fact. */
export const rowsFact = (count: number, language: Language): Fact => [
  WORDS.rows[language],
  numberInWords(String(count)),
];

function filtersInWords({ report, known, question, language }: Told): string[] {
  const { usually, definition }: ReportSource = REPORT_SOURCES[report];
  const headingOf = (key: string, otherwise: string) => known.find((column) => column.key === key)?.label ?? otherwise;
  const usual =
    usually && !question.conditions.some(({ path }) => path.relations.length === 0 && path.field === usually.column)
      ? [
          conditionInWords(
            {
              path: getColumn(definition, usually.column),
              condition: { column: usually.column, operator: 'preset', value: usually.preset },
            },
            getColumn(definition, usually.column).label[language],
            language,
          ),
        ]
      : [];
  return [
    ...(question.words.length > 0 ? [`${WORDS.search[language]}: ${question.words.join(' ')}`] : []),
    ...question.conditions.map((one) =>
      conditionInWords(one, headingOf(one.condition.column, one.path.label[language]), language),
    ),
    ...usual,
  ];
}

/** The hotels in sight: regions that are seen as a whole, and single ones beside them. */
async function hotelsInWords(db: Db, { hotels, regions }: Actor, language: Language): Promise<string> {
  if (hotels === null) return WORDS.everyHotel[language];
  const rows = await db.read<{ name: string; is_region: boolean }>(
    sql`
      select r.name, true as is_region from region r where r.id = any(${regions}::bigint[])
      union all
      select h.name, false from hotel h join country c on c.id = h.country_id
      where h.id = any(${hotels}::bigint[]) and h.deleted_at is null and c.region_id <> all(${regions}::bigint[])
      order by 2 desc, 1`.compile(db.kysely),
  );
  const names = rows.map(({ name, is_region }) => (is_region ? `${name} (${WORDS.region[language]})` : name));
  return names.length === 0 ? WORDS.noHotel[language] : names.join(', ');
}

/** `YYYY-MM-DD HH:mm:ss` of a moment in a zone. */
function localText(moment: Date, timeZone: string): string {
  const local = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(timeZone);
  return local.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ');
}
