import { type CurrencySums, type Language, type ReportKey } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { fail } from '../../platform/http/fail.ts';
import { type ExportedRows, openCursor } from '../../engine/exchange/export-rows.ts';
import type { Lines } from '../../engine/exchange/xlsx-lines.ts';
import type { Behaviours } from '../../engine/resources/behaviour.ts';
import type { FilterContext } from '../../engine/resources/conditions.ts';
import type { RunColumn } from './columns.ts';
import { elsewhereSql } from './elsewhere.ts';
import type { FileSums, SumLine } from './file-sums.ts';
import { findWords } from './found-words.ts';
import type { ReportQuestion } from './question.ts';
import { type Fact, type ReportFacts, tellFacts } from './report-facts.ts';
import { reportStatement } from './statement.ts';

/** The order of a file. */
export interface FileOrder {
  readonly report: ReportKey;
  /** The columns that the report was given. */
  readonly known: readonly RunColumn[];
  readonly question: ReportQuestion;
  readonly actor: Actor;
  readonly context: FilterContext;
  readonly language: Language;
  /** Rows at most; refused where there are more. */
  readonly most: number;
}

/** The rows of a report, with all that a file says beside them. Behind the cells of each row stand its currency, or null, and `rowCounts`. */
export interface ReportRows extends ExportedRows {
  readonly sums: FileSums;
  /** What counts elsewhere; null where it was not requested. */
  readonly elsewhere: readonly CurrencySums[] | null;
  readonly facts: ReportFacts;
}

/** The content of a workbook or a page. */
export interface ToldReport {
  readonly title: string;
  readonly facts: readonly Fact[];
  readonly columns: readonly RunColumn[];
  /** Cells of the columns, and between them the subtotals of groups. */
  readonly batches: AsyncIterable<Lines>;
  /** How many groups are within one another. */
  readonly depth: number;
  /** Whether the rows are sums themselves. */
  readonly isOfSums: boolean;
  readonly lines: readonly SumLine[];
  /** Position of the column that says in which currency a row is; below zero where none is needed. */
  readonly currencyAt: number;
  readonly total: number;
  readonly language: Language;
}

/** Opens the rows and their sums, of one snapshot. */
export async function openReport(db: Db, behaviours: Behaviours, order: FileOrder): Promise<ReportRows> {
  const { report, question, actor, context, most } = order;
  const scene = { report, actor, behaviours, context, isFile: true };
  const searched = await findWords(db, scene, question);
  const { names, rows, sums } = reportStatement(scene, searched);
  const beside = elsewhereSql(scene, searched);
  const facts = await tellFacts(db, order);
  let elsewhere: readonly CurrencySums[] = [];
  let found: FileSums = { total: 0, totals: {}, by_currency: [] };
  const opened = await openCursor(db, actor, sql`${names} ${rows}`, context, async (ask) => {
    const [row] = await ask(sql<FileSums & Record<string, unknown>>`${names} ${sums}`);
    if (row && row.total > most) throw tooMany(most);
    if (row) found = row;
    if (beside) elsewhere = (await ask(beside))[0]?.by_currency ?? [];
  });
  return { ...opened, sums: found, elsewhere: question.withElsewhere ? elsewhere : null, facts };
}

export const tooMany = (most: number) =>
  fail('too_large', {
    message: {
      en: `This report has more than ${most.toLocaleString('en')} rows: have the file made in the background, or narrow the filters.`,
      id: `Laporan ini lebih dari ${most.toLocaleString('en')} baris: buat berkasnya di latar belakang, atau persempit filter.`,
    },
  });
