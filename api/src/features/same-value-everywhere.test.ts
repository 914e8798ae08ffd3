import { ACCESS_LEVEL, CALL_LISTS } from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createReader } from '../testing/entry-points.ts';
import { createDiscrepancies } from '../testing/discrepancies.ts';
import { startTestApp } from '../testing/test-app.ts';
import { caseShare } from '../testing/case-share.ts';
import { signIn } from '../testing/user.ts';
import { loadLabelledValues } from '../testing/labelled-values.ts';

/** Values with the same label are equal on every screen, list, export and report, for every demo user. */

const api = await startTestApp();
const { app, db } = api;
const now = new Date();
api.setClock(now);
await seedDemo(db, { members: 420, passwordHash: 'hash', now });
const LABELLED_VALUES = await loadLabelledValues(db, now);

/** Users with the same role group and assignments see the same, so one of them represents all. */
const { rows: users } = await sql<{ id: number; name: string; level: string }>`
  select distinct on (key) id, name, level from (
    select u.id, u.username as name, d.code as level, concat_ws('/', u.role_group_id, (
      select string_agg(concat_ws(':', a.region_id, a.restrict_hotel_id), ',' order by a.region_id, a.restrict_hotel_id)
      from region_users a where a.user_id = u.id and a.deleted_at is null)) as key
    from users u join role_group g on g.id = u.role_group_id join option_detail d on d.id = g.access_type_id
    where u.deleted_at is null and u.is_active) u
  order by key, id`.execute(db.kysely);

await createDiscrepancies(api, now);

/** The values shown to each user, by label and entry point. */
const readings: { user: string; label: string; byEntryPoint: Record<string, string> }[] = [];
for (const { id, name } of caseShare(users)) {
  const reader = await createReader(app, await signIn(db, id));
  for (const [label, entryPoints] of Object.entries(LABELLED_VALUES)) {
    const byEntryPoint: Record<string, string> = {};
    for (const [entryPoint, readValue] of Object.entries(entryPoints)) {
      const value = await readValue(reader);
      if (value !== null) byEntryPoint[entryPoint] = value;
    }
    readings.push({ user: name, label, byEntryPoint });
  }
}

const valuesFor = (label: string) => readings.filter((item) => item.label === label);

test.each(Object.keys(LABELLED_VALUES))('$0: one value for every user and entry point', (label) => {
  expect(valuesFor(label).filter(({ byEntryPoint }) => new Set(Object.values(byEntryPoint)).size > 1)).toEqual([]);
});

test('every label appears at two entry points or more, and most values are not zero', () => {
  const unpairedLabels = Object.keys(LABELLED_VALUES).filter((label) =>
    valuesFor(label).every(({ byEntryPoint }) => Object.keys(byEntryPoint).length < 2),
  );
  expect(unpairedLabels).toEqual([]);
  // Counts of a month or of coming days can be zero on some days.
  const stableLabels = Object.keys(LABELLED_VALUES).filter(
    (label) => !label.endsWith('month') && !CALL_LISTS.some((key) => key === label),
  );
  const isEmptyValue = ({ byEntryPoint }: (typeof readings)[number]) =>
    Object.values(byEntryPoint).every((value) => /^0?$/.test(value));
  expect(stableLabels.filter((label) => valuesFor(label).every(isEmptyValue))).toEqual([]);
});

test('every scope of the demo is covered', () => {
  expect(new Set(users.map(({ level }) => level))).toEqual(new Set(Object.values(ACCESS_LEVEL)));
  expect(users.length).toBeGreaterThan(24);
});
