import { type CurrencySums, type Language, mayCountElsewhere } from '@innkeeper/contract';
import { type RawBuilder, sql } from 'kysely';
import { stampSql } from '../../access/stamp.ts';
import { numberInWords } from '../../engine/exchange/cells-in-words.ts';
import type { RunColumn } from './columns.ts';
import { groupedStatement } from './grouped.ts';
import type { ReportQuestion } from './question.ts';
import type { Fact } from './report-facts.ts';
import { type ReportScene, sourceOf } from './scene.ts';
import { withoutRateInWords } from './without-rate-counts.ts';

/*
 * What counts elsewhere: records that the reader can see because their member belongs to one of the reader's hotels, and that count at another
 * hotel. No row and no sum of the report includes them; `elsewhere=1` returns their sums separately.
 */

export interface Elsewhere extends Record<string, unknown> {
  readonly stamp: string | null;
  /** By currency, as the report's own sums; of all records that meet its conditions, whatever its groups and figures. */
  readonly by_currency: readonly CurrencySums[];
}

/** SQL of those sums; null if they were not requested, and for readers and reports that have none. */
export function elsewhereSql(scene: ReportScene, question: ReportQuestion): RawBuilder<Elsewhere> | null {
  const { figures } = sourceOf(scene);
  if (!question.withElsewhere || scene.actor.hotels === null || !mayCountElsewhere(scene.report)) return null;
  const conditions = question.conditions.filter(({ path }) => !Object.hasOwn(figures, path.column));
  const ofAll: ReportQuestion = { ...question, conditions, columns: [], group: [], sort: [] };
  const { names, sums } = groupedStatement({ ...scene, isElsewhere: true }, ofAll);
  return sql<Elsewhere>`
    ${names} select s.by_currency, ${stampSql(scene.actor, scene.context.now)} as stamp from (${sums}) s`;
}

const WORDS = {
  elsewhere: { en: 'Elsewhere (not in the sums)', id: 'Di hotel lain (tidak termasuk jumlah)' },
  none: { en: 'None', id: 'Tidak ada' },
  row: { en: 'row', id: 'baris' },
  rows: { en: 'rows', id: 'baris' },
} as const;

/** The sums as one of a file's facts. */
export function elsewhereFact(sums: readonly CurrencySums[], known: readonly RunColumn[], language: Language): Fact {
  const parts = sums.map(({ currency, rows, totals }) => {
    const amounts = Object.entries(totals).flatMap(([key, value]) => {
      const column = known.find((one) => one.key === key);
      if (!column || value === null) return [];
      return [`${column.label} ${numberInWords(String(value))}`, ...withoutRateInWords(key, [{ totals }], language)];
    });
    const count = `${numberInWords(String(rows))} ${WORDS[rows === 1 ? 'row' : 'rows'][language]}`;
    return `${currency === null ? '' : `${currency}: `}${[count, ...amounts].join(', ')}`;
  });
  return [WORDS.elsewhere[language], parts.join('; ') || WORDS.none[language]];
}
