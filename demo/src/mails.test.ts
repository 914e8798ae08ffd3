import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Db, openDatabase } from '@innkeeper/db';
import { createTestDatabase } from '@innkeeper/db/testing';
import { lastBirthday, dayOf, formatDay } from './days.ts';
import { seedDemo } from './seed-demo.ts';

let db: Db;
let close: () => Promise<void>;
beforeAll(async () => {
  const { url, drop } = await createTestDatabase();
  db = openDatabase({ url });
  close = () => db.close().then(drop);
  await seedDemo(db, { members: 300, passwordHash: '$argon2id$for-tests', now: new Date('2027-01-06T03:00:00Z') });
});
afterAll(() => close());

it('birthday mails of December are also sent in January', async () => {
  const { rows } = await db.pool.query<{ month: string }>(
    `select distinct to_char(l.created_at, 'YYYY-MM') as month from mail_log l
     join option_detail d on d.id = l.mail_type_id
     where d.code = 'birthday' order by month`,
  );
  expect(rows).toEqual([{ month: '2026-12' }, { month: '2027-01' }]);
});

it.each([
  ['1990-05-22', '2026-11-21', '2026-05-22'],
  ['1990-12-31', '2027-01-01', '2026-12-31'],
  ['1990-01-01', '2027-01-01', '2027-01-01'],
  ['1992-02-29', '2027-03-01', '2027-02-28'],
  ['1992-02-29', '2028-02-28', '2027-02-28'],
  ['1992-02-29', '2028-02-29', '2028-02-29'],
])('a member born on %s had, by %s, the last birthday on %s', (birth, today, last) => {
  expect(formatDay(lastBirthday(birth, dayOf(new Date(today))))).toBe(last);
});
