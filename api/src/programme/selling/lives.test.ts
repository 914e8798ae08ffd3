// Core test: random lives, with every figure checked.
import { AUDIT_SETS, type AuditSet } from '@innkeeper/contract';
import { checkBooks } from '@innkeeper/db/testing';
import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createHouse } from '../../testing/house.ts';
import { createInputs } from '../../testing/inputs.ts';
import { COUNTER_ACTS } from '../../testing/lives/counter-acts.ts';
import { EDIT_ACTS } from '../../testing/lives/edit-acts.ts';
import { type Acts, type Life, beginLife, createStage } from '../../testing/lives/life.ts';
import { type Step, perform, stepOf } from '../../testing/lives/steps.ts';
import { OFFICE_ACTS } from '../../testing/lives/office-acts.ts';
import { TIME_ACTS } from '../../testing/lives/time-acts.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createWorld } from '../../testing/world.ts';

/** Random lives of members, in three zones and two currencies, after every step of which the books must agree and nothing may be lost. */

const api = await startTestApp();
const { db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createWorld(db));
const house = await createHouse(api, admin, inputs);
const stage = await createStage(api, admin, inputs, house);
/** Two visits lead to Platinum, so that short lives rise and fall; a hotel gives one membership a month. */
await sql`update membership set min_visit = 1, min_visit_to_upgrade = 2 where id = ${house.gold}`.execute(db.kysely);
await sql`update option_detail set value = '1' where code = 'per-month'`.execute(db.kysely);

const ACTS: Acts = { ...COUNTER_ACTS, ...OFFICE_ACTS, ...EDIT_ACTS, ...TIME_ACTS };
/** Acts that others follow from are chosen more often. */
const OFTEN =
  'buy,buy again,upgrade,upgrade,give for nothing,visit,redeem,void,cancel,renew,put away,bring back,bring back,ten months pass,merge,undo a merge,close a month,reverse,reverse,refund,refund,ask to open a month,approve,approve,set a rate,correct a rate,correct a rate,undo a correction,undo a correction,correct a rate and think better of it,edit anything,edit anything,bring anything by a file,take a file back,make a voucher,set a clock'.split(
    ',',
  );
/** How each life begins: sales, bills and a redemption of last month and of today, in each of the hotels. */
const BEGINNING = { buy: [12, 1, 14], visit: [0, 118, 71], 'write a bill': [36], redeem: [0] } as const;

const SETS = Object.keys(AUDIT_SETS) as AuditSet[]; // Object.keys forgets the key type
/** The log is only added to: what is wrong with it still is at the end of a life. */
const BUT_THE_LOG = SETS.filter((set) => set !== 'log');

async function check({ sold, cancelled, redeemed }: Life, name: string): Promise<void> {
  expect(await checkBooks(db, BUT_THE_LOG), name).toEqual([]);
  const { rows } = await sql<{ money: number; redeemed: number; unlogged: number }>`
    select (select coalesce(sum(grand_total), 0) from transaction where deleted_at is null and id = any(${[...sold.keys(), ...cancelled.keys()]}::bigint[]))::float8 as money,
      (select count(*) from voucher_redeem where deleted_at is null and id = any(${[...redeemed]}::bigint[]))::int as redeemed,
      (select count(*) from member_card c where not exists (select from operation o where o.resource = 'member_card' and o.record_id = c.id and o.action = 'create'))::int as unlogged`.execute(
    db.kysely,
  );
  const money = [...sold.values()].reduce((sum, amount) => sum + amount, 0);
  expect({ ...rows[0], money: rows[0]?.money.toFixed(3) }, name).toEqual({
    money: money.toFixed(3),
    redeemed: redeemed.size,
    unlogged: 0,
  });
}

const steps = fc.array(stepOf(ACTS, OFTEN), { minLength: 10, maxLength: 22 });

/** Lives one life: from its beginning on, whatever comes. */
async function live(acts: readonly Step[]): Promise<void> {
  const life = await beginLife(stage);
  const act = (name: string, choice: number) => perform(life, ACTS, { name, choice });
  for (const [name, choices] of Object.entries(BEGINNING)) for (const choice of choices) await act(name, choice);
  await check(life, 'the beginning');
  for (const { name, choice } of acts) {
    await act(name, choice);
    await check(life, name);
  }
  expect(await checkBooks(db)).toEqual([]);
}

/** More of them by `LIVES`. The records of a life stay: a shorter one would be tried on other ground. */
const chance = (seed: number, runs: number) => ({
  seed: testSeed(seed),
  numRuns: runs * Number(process.env['LIVES'] ?? 1),
  endOnFailure: true,
});

test('the books agree after every step in the lives of members', async () => {
  api.setClock(new Date());
  await fc.assert(fc.asyncProperty(steps, live), chance(17, 6));
}, 600_000);

test('the books agree in a leap year, too, where terms begin on its day and run today', async () => {
  await sql`update membership set validity_months = 48 where id = ${house.gold}`.execute(db.kysely);
  api.setClock(new Date('2024-03-03T05:00:00Z'));
  await fc.assert(fc.asyncProperty(steps, live), chance(517, 3));
}, 600_000);
