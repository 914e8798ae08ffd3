import { type ColumnPath, getColumn } from '@innkeeper/contract';
import { isWholeMonths } from './compare.ts';
import type { Kept } from './kept.ts';
import type { ReportQuestion } from './question.ts';
import { WHOLE_MONTHS, partOfMonths } from './portion.ts';
import { type ReportScene, sourceOf } from './scene.ts';
import type { ReportSource } from './sources.ts';

/**
 * The same question to the kept figures in place of the records, if they can answer it: by what they tell, of all records or of those of
 * whole months. Of a period that begins or ends within a month, records tell the days of that month beside them. Null where the question is
 * another one.
 */
export function keptQuestion(
  scene: ReportScene,
  question: ReportQuestion,
): { readonly scene: ReportScene; readonly question: ReportQuestion } | null {
  const { kept, figures }: ReportSource = sourceOf(scene);
  if (!kept || question.words.length > 0) return null;
  const told = ({ column }: ColumnPath) => pathIn(kept, column);
  const isFigure = (path: ColumnPath) => Object.hasOwn(figures, path.column);
  const isMoment = (path: ColumnPath) => told(path)?.field === 'month';
  const asked = [...question.columns, ...question.sums, ...question.conditions].map(({ path }) => path);
  const fields = asked.map((path) => fieldOf(told(path)));
  const ofPeriod = question.conditions.filter(({ path }) => isMoment(path));
  const isWhole = ofPeriod.every(({ condition }) => isWholeMonths(condition, scene.context));
  const portion = isWhole ? WHOLE_MONTHS : partOfMonths(scene, question, kept, ofPeriod);
  const isTold =
    !fields.includes(undefined) &&
    // They know months, which moments are where groups are asked for, and what all records of them come to.
    (question.group.length > 0 || !question.columns.some(({ path }) => isMoment(path))) &&
    portion !== undefined &&
    question.conditions.every(
      ({ path }) => isMoment(path) || isFigure(path) || !kept.sums.includes(told(path)?.field ?? ''),
    );
  if (!isTold) return null;
  const toldIn = <T extends { readonly path: ColumnPath }>(of: T): T => ({ ...of, path: told(of.path) ?? of.path });
  const wanted = new Set(fields.flatMap((field) => field ?? []));
  const source: ReportSource = {
    definition: kept.definition,
    records: () => kept.records(scene.actor, wanted, portion),
    isInSight: true,
    tables: {},
    live: [],
    order: null,
    summed: [],
    currency: 'currency',
    rows: kept.rows,
    figures: Object.fromEntries(
      Object.keys(figures).map((key) => {
        const field = pathIn(kept, key)?.field ?? '';
        return [key, { of: [field], sql: field }];
      }),
    ),
  };
  return {
    scene: { ...scene, source },
    question: {
      ...question,
      columns: question.columns.map(toldIn),
      group: question.group.map(toldIn),
      conditions: question.conditions.filter((one) => isWhole || !ofPeriod.includes(one)).map(toldIn),
      sort: question.sort.map(toldIn),
      sums: question.sums.map(toldIn),
    },
  };
}

/** The field of the figures themselves that leads to a column. */
const fieldOf = (path: ColumnPath | undefined): string | undefined =>
  path?.relations[0]?.field ?? path?.field ?? undefined;

/** Told by itself, or by the longest part of its path that is. */
function pathIn({ definition, told }: Kept, column: string): ColumnPath | undefined {
  const parts = column.split('.');
  const known = parts.findLastIndex((_, at) => Object.hasOwn(told, parts.slice(0, at + 1).join('.')));
  if (known < 0) return undefined;
  const path = `${told[parts.slice(0, known + 1).join('.')]}${parts.slice(known + 1).join('.')}`;
  return { ...getColumn(definition, path), column };
}
