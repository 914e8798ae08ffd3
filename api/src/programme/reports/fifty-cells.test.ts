import { GROUPABLE, type OfferedColumn, groupCondition, reportKeys } from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { expect, test } from 'vitest';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { addedUp, createRunner, sumOf } from './test-reports.ts';

const { app, db } = await startTestApp();
await seedDemo(db, { members: 80, passwordHash: 'hash', now: new Date() });
const { run, runAll } = createRunner(app);
const admin = await createUser(db, { level: 'group' });
const pivots = await Promise.all(
  reportKeys.map(async (report) => {
    const { offered } = await run(admin, report);
    return {
      report,
      lines: offered.filter(({ type, is_sum }) => GROUPABLE.has(type) && is_sum === 0),
      measures: offered.filter(({ is_sum }) => is_sum === 1),
    };
  }),
);

test('fifty cells of pivots drawn at random open lists whose rows and sums are the figures', async () => {
  const cell = fc.constantFrom(...pivots).chain(({ report, lines, measures }) =>
    fc.record({
      report: fc.constant(report),
      across: fc.uniqueArray(fc.constantFrom(...lines), { minLength: 2, maxLength: 2 }),
      measure: fc.constantFrom(undefined, ...measures),
      at: fc.nat(),
    }),
  );
  const opened = new Set<string>();
  await fc.assert(
    fc.asyncProperty(cell, async ({ report, across, measure, at }) => {
      const columns = (measure ?? across[0])?.key ?? '';
      const group = across.map(({ key }) => key).join(',');
      const pivot = await run(admin, report, { group, columns, per_page: 500 });
      const position = at % pivot.data.length;
      const figure = pivot.rows_by_currency[position] ?? [];
      const row = pivot.data[position] ?? {};
      const filterOf = ({ key, type }: OfferedColumn) => {
        const { column, operator, value } = groupCondition(key, type, row[key] ?? null);
        return [`filter[${column}][${operator}]`, value] as const;
      };
      const filters = Object.fromEntries(across.map(filterOf));
      const list = await runAll(admin, report, { columns, ...filters });
      opened.add(JSON.stringify([report, row, columns]));
      expect(addedUp(list.by_currency), group).toEqual(addedUp(figure));
      // The rows of the list add up to the figure, currency by currency.
      expect(addedUp(list.rows_by_currency.flat()), group).toEqual(addedUp(figure));
      if (report !== 'overview-report' && !measure)
        expect(list.meta.total, group).toBe(figure.reduce((sum, { rows }) => sum + rows, 0));
      if (!measure || figure.length !== 1 || measure.type === 'integer') return;
      const scale = String(figure[0]?.totals[measure.key]).split('.')[1]?.length ?? 0;
      expect(
        sumOf(
          list.data.map((one) => one[measure.key]),
          scale,
        ),
        group,
      ).toBe(figure[0]?.totals[measure.key]);
    }),
    { numRuns: 50, seed: testSeed(7) },
  );
  expect(opened.size).toBeGreaterThan(45);
});
