import { ACCESS_LEVEL, WORK_LISTS } from '@innkeeper/contract';
import { seedDemo } from '@innkeeper/demo';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readerOf } from '../testing/doors.ts';
import { pullApart } from '../testing/pulled-apart.ts';
import { startTestApp } from '../testing/test-app.ts';
import { inTurn } from '../testing/turn.ts';
import { signIn } from '../testing/user.ts';
import { wordsOf } from '../testing/words.ts';

/** Figures that bear one word are equal on every screen, list, export and report, for every user of the demonstration. */

const api = await startTestApp();
const { app, db } = api;
const now = new Date();
api.setClock(now);
await seedDemo(db, { members: 420, passwordHash: 'hash', now });
const WORDS = await wordsOf(db, now);

/** Users of one role group and the same places see the same: one of them speaks for all. */
const { rows: users } = await sql<{ id: number; name: string; level: string }>`
  select distinct on (key) id, name, level from (
    select u.id, u.username as name, d.code as level, concat_ws('/', u.role_group_id, (
      select string_agg(concat_ws(':', a.region_id, a.restrict_hotel_id), ',' order by a.region_id, a.restrict_hotel_id)
      from region_users a where a.user_id = u.id and a.deleted_at is null)) as key
    from users u join role_group g on g.id = u.role_group_id join option_detail d on d.id = g.access_type_id
    where u.deleted_at is null and u.is_active) u
  order by key, id`.execute(db.kysely);

await pullApart(api, now);

/** The figures told to each user, by word and door. */
const told: { user: string; word: string; figures: Record<string, string> }[] = [];
for (const { id, name } of inTurn(users)) {
  const reader = await readerOf(app, await signIn(db, id));
  for (const [word, doors] of Object.entries(WORDS)) {
    const figures: Record<string, string> = {};
    for (const [door, tell] of Object.entries(doors)) {
      const figure = await tell(reader);
      if (figure !== null) figures[door] = figure;
    }
    told.push({ user: name, word, figures });
  }
}

const toldOf = (word: string) => told.filter((one) => one.word === word);

test.each(Object.keys(WORDS))('$0: one figure, whoever asks and wherever', (word) => {
  expect(toldOf(word).filter(({ figures }) => new Set(Object.values(figures)).size > 1)).toEqual([]);
});

test('every word is told at two doors or more, and most of more than nothing', () => {
  const alone = Object.keys(WORDS).filter((word) =>
    toldOf(word).every(({ figures }) => Object.keys(figures).length < 2),
  );
  expect(alone).toEqual([]);
  // Events of a month, or of the days to come, may be none on some days.
  const steady = Object.keys(WORDS).filter(
    (word) => !word.endsWith('month') && !WORK_LISTS.some((key) => key === word),
  );
  const nothing = ({ figures }: (typeof told)[number]) => Object.values(figures).every((figure) => /^0?$/.test(figure));
  expect(steady.filter((word) => toldOf(word).every(nothing))).toEqual([]);
});

test('every scope of the demonstration is asked', () => {
  expect(new Set(users.map(({ level }) => level))).toEqual(new Set(Object.values(ACCESS_LEVEL)));
  expect(users.length).toBeGreaterThan(24);
});
