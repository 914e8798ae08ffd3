import { GROUPABLE_KINDS, type OfferedColumn, groupCondition, reportKeys } from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { sumByCurrency, createRunner, sumDecimals } from './report-helpers.ts';

const { app, db } = await startTestApp();
await seedDemo(db, { members: 80, passwordHash: 'hash', now: new Date() });
const { run, runAll } = createRunner(app);
const admin = await createUser(db, { level: 'group' });
const pivots = await Promise.all(
  reportKeys.map(async (report) => {
    const { offered } = await run(admin, report);
    return {
      report,
      lines: offered.filter(({ type, is_sum }) => GROUPABLE_KINDS.has(type) && is_sum === 0),
      measures: offered.filter(({ is_sum }) => is_sum === 1),
    };
  }),
);

test('fifty random pivot cells open lists whose rows and sums match the cells', async () => {
  const cell = fc.constantFrom(...pivots).chain(({ report, lines, measures }) =>
    fc.record({
      report: fc.constant(report),
      across: fc.uniqueArray(fc.constantFrom(...lines), { minLength: 2, maxLength: 2 }),
      measure: fc.constantFrom(undefined, ...measures),
      at: fc.nat(),
    }),
  );
  const openedReports = new Set<string>();
  await fc.assert(
    fc.asyncProperty(cell, async ({ report, across, measure, at }) => {
      const columns = (measure ?? across[0])?.key ?? '';
      const group = across.map(({ key }) => key).join(',');
      const pivot = await run(admin, report, { group, columns, per_page: 500 });
      const position = at % pivot.data.length;
      const pivotCell = pivot.rows_by_currency[position] ?? [];
      const row = pivot.data[position] ?? {};
      const filterOf = ({ key, type }: OfferedColumn) => {
        const { column, operator, value } = groupCondition(key, type, row[key] ?? null);
        return [`filter[${column}][${operator}]`, value] as const;
      };
      const filters = Object.fromEntries(across.map(filterOf));
      const list = await runAll(admin, report, { columns, ...filters });
      openedReports.add(JSON.stringify([report, row, columns]));
      expect(sumByCurrency(list.by_currency), group).toEqual(sumByCurrency(pivotCell));
      // The rows of the list sum up to the cell, per currency.
      expect(sumByCurrency(list.rows_by_currency.flat()), group).toEqual(sumByCurrency(pivotCell));
      if (report !== 'overview-report' && !measure)
        expect(list.meta.total, group).toBe(pivotCell.reduce((sum, { rows }) => sum + rows, 0));
      if (!measure || pivotCell.length !== 1 || measure.type === 'integer') return;
      const scale = String(pivotCell[0]?.totals[measure.key]).split('.')[1]?.length ?? 0;
      expect(
        sumDecimals(
          list.data.map((row) => row[measure.key]),
          scale,
        ),
        group,
      ).toBe(pivotCell[0]?.totals[measure.key]);
    }),
    { numRuns: 50, seed: testSeed(7) },
  );
  expect(openedReports.size).toBeGreaterThan(45);
});
