// Core test: random simulations, with every sum checked.
import { RECONCILIATION_SETS, type ReconciliationSet } from '@innkeeper/contract';
import { checkIntegrity } from '@innkeeper/db/testing';
import fc from 'fast-check';
import { testSeed } from '@innkeeper/contract/testing';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createFixtures } from '../../testing/fixtures.ts';
import { createInputs } from '../../testing/inputs.ts';
import { DESK_ACTIONS } from '../../testing/simulations/desk-actions.ts';
import { EDIT_ACTIONS } from '../../testing/simulations/edit-actions.ts';
import {
  type Actions,
  type Simulation,
  startSimulation,
  createSimulationSetup,
} from '../../testing/simulations/simulation.ts';
import { type Step, runStep, stepOf } from '../../testing/simulations/steps.ts';
import { OFFICE_ACTIONS } from '../../testing/simulations/office-actions.ts';
import { TIME_ACTIONS } from '../../testing/simulations/time-actions.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/**
 * Random simulations of members in three zones and two currencies. After every step the data must reconcile, and
 * nothing may be lost.
 */

const api = await startTestApp();
const { db } = api;
const admin = await createUser(db, { level: 'group' });
const inputs = createInputs(api, admin, await createBaseRecords(db));
const fixtures = await createFixtures(api, admin, inputs);
const setup = await createSimulationSetup(api, admin, inputs, fixtures);
/**
 * Two visits lead to Platinum, so that short simulations include upgrades and downgrades. A hotel gives one free
 * membership a month.
 */
await sql`update membership set min_visit = 1, min_visit_to_upgrade = 2 where id = ${fixtures.gold}`.execute(db.kysely);
await sql`update option_detail set value = '1' where code = 'per-month'`.execute(db.kysely);

const ACTIONS: Actions = { ...DESK_ACTIONS, ...OFFICE_ACTIONS, ...EDIT_ACTIONS, ...TIME_ACTIONS };
/** Actions that enable others are chosen more often. */
const FREQUENT_ACTIONS =
  'buy,buy again,upgrade,upgrade,give for nothing,visit,redeem,void,cancel,renew,put away,bring back,bring back,ten months pass,merge,undo a merge,close a month,reverse,reverse,refund,refund,ask to open a month,approve,approve,set a rate,correct a rate,correct a rate,undo a correction,undo a correction,correct a rate and think better of it,edit anything,edit anything,bring anything by a file,take a file back,make a voucher,set a clock'.split(
    ',',
  );
/** How each simulation begins: sales, bills and a redemption of last month and of today, at each of the hotels. */
const FIRST_STEPS = { buy: [12, 1, 14], visit: [0, 118, 71], 'write a bill': [36], redeem: [0] } as const;

const SETS = Object.keys(RECONCILIATION_SETS) as ReconciliationSet[]; // Object.keys loses the key type
/** The log is append-only, so checking it at the end of a simulation suffices. */
const ALL_SETS_EXCEPT_LOG = SETS.filter((set) => set !== 'log');

async function checkState({ saleAmounts, cancelledAmounts, redemptionIds }: Simulation, name: string): Promise<void> {
  expect(await checkIntegrity(db, ALL_SETS_EXCEPT_LOG), name).toEqual([]);
  const { rows } = await sql<{ money: number; redeemed: number; unlogged: number }>`
    select (select coalesce(sum(grand_total), 0) from transaction where deleted_at is null
        and id = any(${[...saleAmounts.keys(), ...cancelledAmounts.keys()]}::bigint[]))::float8 as money,
      (select count(*) from voucher_redeem where deleted_at is null
          and id = any(${[...redemptionIds]}::bigint[]))::int as redeemed,
      (select count(*) from member_card c
          where not exists (select from audit_log o where o.resource = 'member_card' and o.record_id = c.id
            and o.action = 'create'))::int as unlogged`.execute(db.kysely);
  const money = [...saleAmounts.values()].reduce((sum, amount) => sum + amount, 0);
  expect({ ...rows[0], money: rows[0]?.money.toFixed(3) }, name).toEqual({
    money: money.toFixed(3),
    redeemed: redemptionIds.size,
    unlogged: 0,
  });
}

const steps = fc.array(stepOf(ACTIONS, FREQUENT_ACTIONS), { minLength: 10, maxLength: 22 });

/** Runs one simulation. */
async function runSimulation(actions: readonly Step[]): Promise<void> {
  const simulation = await startSimulation(setup);
  const runAction = (name: string, choice: number) => runStep(simulation, ACTIONS, { name, choice });
  for (const [name, choices] of Object.entries(FIRST_STEPS))
    for (const choice of choices) await runAction(name, choice);
  await checkState(simulation, 'the beginning');
  for (const { name, choice } of actions) {
    await runAction(name, choice);
    await checkState(simulation, name);
  }
  expect(await checkIntegrity(db)).toEqual([]);
}

/**
 * `LIVES` multiplies the number of runs. Failures are not shrunk: the records of a simulation remain, so a shorter one
 * would start from different data.
 */
const propertyOptions = (seed: number, runs: number) => ({
  seed: testSeed(seed),
  numRuns: runs * Number(process.env['LIVES'] ?? 1),
  endOnFailure: true,
});

test('the data reconciles after every step of simulated members', async () => {
  api.setClock(new Date());
  await fc.assert(fc.asyncProperty(steps, runSimulation), propertyOptions(17, 6));
}, 600_000);

test('the data reconciles in a leap year, with terms that begin on 29 February and run today', async () => {
  await sql`update membership set validity_months = 48 where id = ${fixtures.gold}`.execute(db.kysely);
  api.setClock(new Date('2024-03-03T05:00:00Z'));
  await fc.assert(fc.asyncProperty(steps, runSimulation), propertyOptions(517, 3));
}, 600_000);
