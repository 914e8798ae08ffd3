import { type Language, type ReportKey, REPORT_PAGES, getColumn } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { Actor } from '../../access/actor.ts';
import type { FilterContext } from '../../engine/resources/conditions.ts';
import { describeCondition } from '../../engine/import-export/describe-filters.ts';
import {
  type Fact,
  createFiltersFact,
  createHotelTimeFact,
  describeReader,
} from '../../engine/import-export/file-facts.ts';
import type { RunColumn } from './report-columns.ts';
import type { ReportQuery } from './report-query.ts';
import { REPORT_SOURCES, type ReportSource } from './report-sources.ts';
import { fileFactTexts } from '../../texts/file-facts.ts';

/** What a file of a report states about itself. */
export interface ReportFacts {
  /** The report's name. */
  readonly title: string;
  readonly lines: readonly Fact[];
}

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
  return {
    title: REPORT_PAGES[report].label[language],
    lines: [
      createFiltersFact(describeFilters(factsContext), language),
      ...(await describeReader(db, actor, context, language)),
      ...(reportQuery.columns.some(({ type }) => type === 'instant') ? [createHotelTimeFact(language)] : []),
    ],
  };
}

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
      ? [`${fileFactTexts.search[language]}: ${reportQuery.searchTerms.join(' ')}`]
      : []),
    ...reportQuery.conditions.map((condition) =>
      describeCondition(condition, headingOf(condition.condition.column, condition.path.label[language]), language),
    ),
    ...defaultFilters,
  ];
}
