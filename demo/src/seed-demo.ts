import { APPROVALS } from '@innkeeper/contract';
import { type Db, insertRows, seedAlone, type Tx } from '@innkeeper/db';
import type { UniqueEmail } from './contacts.ts';
import { dayOf } from './days.ts';
import { writeHistory, withoutLog } from './history.ts';
import { addHotelGroup } from './hotel-group.ts';
import { type DrawnMember, memberSource } from './members.ts';
import { loadProgramme } from './programme.ts';
import { createRandom } from './random.ts';
import { BOOKS, enter } from './books.ts';
import { countLoaded, loadWithoutIndexes } from './generate/bulk-load.ts';
import { runIn } from './generate/run.ts';
import { keepCounters, takeCounters } from './counters.ts';
import { drawLife } from './life.ts';
import { drawMails } from './mails.ts';
import { programmeStart } from './seasons.ts';

export interface DemoOptions {
  /** How many members, deleted ones included. */
  readonly members: number;
  /** Argon2id of the password of every user. */
  readonly passwordHash: string;
  /** Until when the programme has run: its dates lie in the nine years before. */
  readonly now: Date;
}

const SEED = 20_261_121;
const DAY = 86_400_000;
/** Members drawn and inserted at a time. */
const BATCH = 5_000;

/**
 * Fills a database that has the reference data and no user with the demonstration programme: all or nothing, and the same
 * rows each time for the same options. Returns false, and does nothing, where a user was ever made.
 * See docs/decisions/0052-demonstration-is-drawn.md.
 */
export const seedDemo = (db: Db, options: DemoOptions): Promise<boolean> =>
  seedAlone(db, async (tx) => {
    if (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return false;
    const now = new Date(Math.floor(options.now.getTime() / 1000) * 1000);
    const times = { founded: new Date(programmeStart(dayOf(now)) * DAY), left: new Date(now.getTime() - 200 * DAY) };
    await withoutLog(tx, async () => {
      await addHotelGroup(tx, options.passwordHash, times);
      await writeHistory(tx, []);
      await addMembers(tx, options.members, now);
    });
    // As the upkeep of a server does it later.
    await runIn(tx)(`select find_unusual($1::timestamptz - interval '95 days')`, [now]);
    return true;
  });

/** Share of the members who never had a card. */
const CARDLESS = 0.04;

async function addMembers(tx: Tx, count: number, now: Date): Promise<void> {
  const programme = await loadProgramme(tx, now);
  const draw = memberSource(createRandom(SEED), programme, {
    unique: distinctEmails(),
    cardless: CARDLESS,
    hasUpgrades: true,
  });
  const random = createRandom(SEED + 1);
  const run = runIn(tx);
  const counters = await takeCounters(run);
  const first = { ...counters };
  await loadWithoutIndexes(run, BOOKS, async () => {
    for (let start = 0; start < count; start += BATCH) {
      const batch: DrawnMember[] = [];
      for (let i = start; i < Math.min(start + BATCH, count); i++) batch.push(draw((i + 0.5) / count));
      const ids = await insertRows(
        tx,
        'member',
        batch.map((member) => member.row),
      );
      const members = batch.map((member, i) => {
        const id = ids[i] ?? 0;
        return { id, member, life: drawLife(random, programme, id, member) };
      });
      const entries = enter(
        programme,
        members.map(({ life }) => life),
        counters,
      );
      for (const table of BOOKS) await insertRows(tx, table, entries[table]);
      await insertRows(tx, 'mail_log', drawMails(random, programme, members));
      await writeHistory(
        tx,
        members.flatMap(({ id, member }) => member.changes.map((change) => ({ ...change, id }))),
      );
    }
    for (const table of BOOKS) await countLoaded(run, table, first[table]);
  });
  await keepCounters(run, counters);
  // The first questions come before the server looks at the tables of its own accord.
  await run(`analyze member, ${BOOKS.join(', ')}`);
  await run('select refresh_standing(array(select id from member))');
  await run('select recount_figures()');
  await run(REQUESTED, [APPROVALS.upgrade.needs, now]);
}

/** Free members with the visits for a paid membership wait for an approval. */
const REQUESTED = `
  select request_upgrades(array_agg(c.id), $1, $2::timestamptz)
  from member_standing s join member_card c on c.id = s.member_card_id and c.end_date >= ($2::timestamptz)::date
  join membership l on l.id = c.membership_id and l.is_free
  where s.to_upgrade = 0 and s.is_live`;

/** As people do it: the plain name, else with the year of birth, else with some number. */
function distinctEmails(): UniqueEmail {
  const taken = new Set<string>();
  return (local, domain, birthYear) => {
    let email = `${local}@${domain}`;
    if (taken.has(email) && birthYear !== undefined) email = `${local}${birthYear}@${domain}`;
    for (let n = taken.size; taken.has(email); n++) email = `${local}${n}@${domain}`;
    taken.add(email);
    return email;
  };
}
