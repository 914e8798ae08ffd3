import { APPROVALS } from '@innkeeper/contract';
import { type Db, insertRows, seedExclusively, type Tx } from '@innkeeper/db';
import type { UniqueEmail } from './contacts.ts';
import { dayOf } from './days.ts';
import { writeHistory, withoutLogTriggers } from './audit-history.ts';
import { addHotelGroup } from './hotel-group.ts';
import { type MemberDraft, createMemberSource } from './members.ts';
import { loadProgramme } from './programme.ts';
import { createRandom } from './random.ts';
import { LEDGER_TABLES, toLedgerRows } from './ledger-rows.ts';
import { countLoaded, loadWithoutIndexes } from './generate/bulk-load.ts';
import { runInTransaction } from './generate/run.ts';
import { storeSequenceValues, reserveSequenceValues } from './sequence-values.ts';
import { drawMemberActivity } from './member-activity.ts';
import { drawMails } from './mails.ts';
import { programmeStart } from './seasons.ts';

export interface DemoOptions {
  /** The number of members, including deleted ones. */
  readonly members: number;
  /** The Argon2id hash of the password of all users. */
  readonly passwordHash: string;
  /** The last day of the programme, which covers the nine years before it. */
  readonly now: Date;
}

const SEED = 20_261_121;
const DAY = 86_400_000;
/** The number of members generated and inserted per batch. */
const BATCH_SIZE = 5_000;

/**
 * Fills a database that has reference data but no users with the demonstration programme, in one transaction. The same
 * options give the same rows. Returns false and does nothing if any user was ever created. See
 * docs/decisions/0052-generate-the-demonstration-data-and-load-it-with-copy.md.
 */
export const seedDemo = (db: Db, options: DemoOptions): Promise<boolean> =>
  seedExclusively(db, async (tx) => {
    if (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) return false;
    const now = new Date(Math.floor(options.now.getTime() / 1000) * 1000);
    const times = {
      foundedAt: new Date(programmeStart(dayOf(now)) * DAY),
      leftAt: new Date(now.getTime() - 200 * DAY),
    };
    await withoutLogTriggers(tx, async () => {
      await addHotelGroup(tx, options.passwordHash, times);
      await writeHistory(tx, []);
      await addMembers(tx, options.members, now);
    });
    // Does what the server's maintenance jobs do later.
    const flaggedFrom = new Date(now.getTime() - 95 * DAY);
    const run = runInTransaction(tx);
    await run('select set_flagged_activity_limits(id, $1) from hotel', [flaggedFrom]);
    await run(FLAG_ACTIVITY, [flaggedFrom]);
    await run('update flagged_activity_mark set line_id = (select max(id) from audit_log)');
    return true;
  });

const FLAG_ACTIVITY = `
  select flag_activity(
    array(select id from visit where visit_date >= $1),
    array(select id from voucher_redeem where redeem_date >= $1))`;

/** The share of members who never had a card. */
const CARDLESS_SHARE = 0.04;

async function addMembers(tx: Tx, count: number, now: Date): Promise<void> {
  const programme = await loadProgramme(tx, now);
  const drawMember = createMemberSource(createRandom(SEED), programme, {
    makeUniqueEmail: createUniqueEmailSource(),
    cardless: CARDLESS_SHARE,
    hasUpgrades: true,
  });
  const random = createRandom(SEED + 1);
  const run = runInTransaction(tx);
  const sequenceValues = await reserveSequenceValues(run);
  const firstIds = { ...sequenceValues };
  await loadWithoutIndexes(run, LEDGER_TABLES, async () => {
    for (let start = 0; start < count; start += BATCH_SIZE) {
      const batch: MemberDraft[] = [];
      for (let i = start; i < Math.min(start + BATCH_SIZE, count); i++) batch.push(drawMember((i + 0.5) / count));
      const ids = await insertRows(
        tx,
        'member',
        batch.map((member) => member.row),
      );
      const members = batch.map((member, i) => {
        const id = ids[i] ?? 0;
        return { id, member, activity: drawMemberActivity(random, programme, id, member) };
      });
      const ledgerRows = toLedgerRows(
        programme,
        members.map(({ activity }) => activity),
        sequenceValues,
      );
      for (const table of LEDGER_TABLES) await insertRows(tx, table, ledgerRows[table]);
      await insertRows(tx, 'mail_log', drawMails(random, programme, members));
      await writeHistory(
        tx,
        members.flatMap(({ id, member }) => member.changes.map((change) => ({ ...change, id }))),
      );
    }
    for (const table of LEDGER_TABLES) await countLoaded(run, table, firstIds[table]);
  });
  await storeSequenceValues(run, sequenceValues);
  await run(MARK_ADDRESSES);
  // The first queries run before autovacuum has analyzed the tables.
  await run(`analyze member, ${LEDGER_TABLES.join(', ')}`);
  // As in operation, the system opens reviews, requests upgrades and flags activity, so that every user may decide on them.
  await run(`select set_config('innkeeper.actor', '', true)`);
  await run('select recompute_standing(array(select id from member))');
  await run('select rebuild_rollups()');
  await run(REQUEST_UPGRADES, [APPROVALS.upgrade.needs, now]);
}

/** Addresses that bounced or whose owner complained, from the mail log. */
const MARK_ADDRESSES = `
  insert into mail_address_state (email, state, at)
  select distinct on (lower(recipient)) lower(recipient), delivery_status, created_at from mail_log
  where delivery_status in ('bounced', 'complained') order by lower(recipient), delivery_status, id`;

/** Free members with enough visits for a paid membership wait for approval. */
const REQUEST_UPGRADES = `
  select request_upgrades(array_agg(c.id), $1, $2::timestamptz)
  from member_standing s join member_card c on c.id = s.member_card_id and c.end_date >= ($2::timestamptz)::date
  join membership l on l.id = c.membership_id and l.is_free
  where s.to_upgrade = 0 and s.is_live`;

/** Mail addresses as people choose them: the plain name, else with the year of birth, else with a number. */
function createUniqueEmailSource(): UniqueEmail {
  const usedEmails = new Set<string>();
  return (localPart, domain, birthYear) => {
    let email = `${localPart}@${domain}`;
    if (usedEmails.has(email) && birthYear !== undefined) email = `${localPart}${birthYear}@${domain}`;
    for (let n = usedEmails.size; usedEmails.has(email); n++) email = `${localPart}${n}@${domain}`;
    usedEmails.add(email);
    return email;
  };
}
