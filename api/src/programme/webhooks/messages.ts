import { WEBHOOK_EVENTS, type WebhookEventName, getResource } from '@innkeeper/contract';
import { toldOfMembers } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { type Sight, hereSql } from '../../access/scope.ts';
import type { Behaviours } from '../../engine/resources/behaviour.ts';
import { recordSql } from '../../engine/resources/record-json.ts';
import { createSource } from '../../engine/resources/source.ts';

/*
 * The way of an event:
 *
 *   entered, in the transaction of the change --the upkeep, many at once--> a message for each receiver who asks for it and may see it
 *   entered --nobody asks for it, or may see it--> nothing at all
 *
 * The way of a message stands in send.ts.
 */

/** Events that one turn takes. */
const AT_ONCE = 500;

type JsonRecord = Readonly<Record<string, unknown>>;

interface Entered {
  readonly id: number;
  readonly event: WebhookEventName;
  readonly record_id: number;
  readonly at: Date;
  readonly before: JsonRecord | null;
}

interface Receiver {
  readonly id: number;
  /** The fields by which it asks for events. */
  readonly asks: JsonRecord;
  /** The hotel whose records it may see; null for those of the whole group. */
  readonly hotel_id: number | null;
}

/** Writes messages of the entered events. One process does it at a time, so that they are queued in the order of the changes. */
export async function writeMessages(db: Db, behaviours: Behaviours): Promise<void> {
  const { rows } = await sql`select from webhook_event limit 1`.execute(db.kysely);
  if (rows.length === 0) return;
  while ((await db.kysely.transaction().execute((tx) => writeSome(tx, behaviours))) === AT_ONCE);
}

/** Returns how many events were taken. */
async function writeSome(tx: Tx, behaviours: Behaviours): Promise<number> {
  const { rows: turn } = await sql<{ mine: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('webhook_event')) as mine`.execute(tx);
  if (!turn[0]?.mine) return 0;
  const { rows: entered } = await sql<Entered>`
    with taken as (
      delete from webhook_event where id in (select id from webhook_event order by id limit ${AT_ONCE})
      returning id, event, record_id, at, before)
    select * from taken order by id`.execute(tx);
  const receivers = entered.length > 0 ? await readReceivers(tx) : [];
  const messages: Message[] = [];
  const events = folded(entered);
  for (const { resource, of, ids } of byResource(events)) {
    const records = await readRecords(tx, behaviours, resource, ids);
    for (const { hotelId, some } of byHotel(receivers)) {
      const seen = await seenBy(tx, behaviours, resource, ids, hotelId);
      for (const told of of) {
        const record = seen.has(told.record_id) ? records.get(told.record_id) : undefined;
        if (!record) continue;
        const asking = some.filter(({ asks }) => asks[told.event.replace('.', '_')] === true);
        messages.push(...asking.map(({ id }) => messageOf(id, told, record)));
      }
    }
  }
  if (messages.length > 0)
    await queueMessages(
      tx,
      messages.sort((a, b) => a.event_id - b.event_id),
    );
  return entered.length;
}

/**
 * Changes of a member that are told together are told once: a sale alone changes its member three times, and each message would have
 * the same record. The values before are those before the first change.
 */
function folded(entered: readonly Entered[]): Entered[] {
  const latest = new Map<number, Entered>();
  for (const one of entered) {
    if (one.event !== 'member.updated') continue;
    const before = { ...one.before, ...latest.get(one.record_id)?.before };
    latest.set(one.record_id, { ...one, before });
  }
  return entered.flatMap((one) => {
    if (one.event !== 'member.updated') return [one];
    const last = latest.get(one.record_id);
    return last?.id === one.id ? [last] : [];
  });
}

/** The webhooks that are on, and whose integration serves today. */
async function readReceivers(tx: Tx): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`
    select w.id, to_jsonb(w) - 'secret' as asks, i.hotel_id
    from webhook w
    left join integration i on i.id = w.integration_id
    left join hotel h on h.id = i.hotel_id
    left join country n on n.id = h.country_id
    where w.is_active and w.deleted_at is null and (
      w.integration_id is null
      or i.is_active and i.deleted_at is null and h.is_active and h.deleted_at is null
         and (i.end_date is null or i.end_date >= (now() at time zone zone_of(h.time_zone, n.time_zone))::date))`.execute(
    tx,
  );
  return rows;
}

const groupBy = <Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, Item[]> =>
  Map.groupBy(items, keyOf);

const byResource = (events: readonly Entered[]) =>
  [...groupBy(events, ({ event }) => WEBHOOK_EVENTS[event].resource)].map(([resource, of]) => ({
    resource,
    of,
    ids: [...new Set(of.map(({ record_id }) => record_id))],
  }));

const byHotel = (receivers: readonly Receiver[]) =>
  [...groupBy(receivers, ({ hotel_id }) => hotel_id)].map(([hotelId, some]) => ({ hotelId, some }));

/** Records as their own calls answer them, of members no more than is told of them. */
async function readRecords(
  tx: Tx,
  behaviours: Behaviours,
  resource: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, JsonRecord>> {
  const { columns, table, joins } = recordSql(getResource(resource), behaviours);
  const { rows } = await sql<{ id: number; record: JsonRecord }>`
    select r.id, row_to_json(r) as record
    from (select ${sql.raw(columns)} from ${sql.raw(`${table} ${joins}`)} where t.id = any(${ids}::bigint[])) r`.execute(
    tx,
  );
  const told = (record: JsonRecord): JsonRecord =>
    resource === 'member'
      ? Object.fromEntries(toldOfMembers.map((name) => [name, record[name] ?? null]))
      : withoutAddresses(record);
  return new Map(rows.map(({ id, record }) => [id, told(record)]));
}

/** The address of a file is signed for an hour, and a message may come later. */
const withoutAddresses = ({ file_url: _, ...record }: JsonRecord): JsonRecord => record;

/** The records among these that a hotel's own system may see; all for the group. */
async function seenBy(
  tx: Tx,
  behaviours: Behaviours,
  resource: string,
  ids: readonly number[],
  hotelId: number | null,
): Promise<ReadonlySet<number>> {
  if (hotelId === null) return new Set(ids);
  const sight: Sight = { userId: 0, accessLevel: 'property', hotels: [hotelId], regions: [] };
  const source = createSource(getResource(resource), behaviours);
  const here = hereSql(sight, source);
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.raw(source.from())} where t.id = any(${ids}::bigint[]) and ${here}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** One message for one receiver, as it is queued. */
interface Message {
  readonly event_id: number;
  readonly webhook_id: number;
  readonly event: WebhookEventName;
  readonly about: string;
  readonly body: string;
}

function messageOf(webhookId: number, { id, event, record_id, at, before }: Entered, record: JsonRecord): Message {
  const { resource } = WEBHOOK_EVENTS[event];
  const body = { type: event, timestamp: at.toISOString(), data: record, previous: before && previousOf(before) };
  return { event_id: id, webhook_id: webhookId, event, about: `${resource} ${record_id}`, body: JSON.stringify(body) };
}

/** The values before of fields that are told, as they travel: flags as 1 and 0. */
function previousOf(before: JsonRecord): JsonRecord | null {
  const told = Object.entries(before).filter(
    ([name]) =>
      toldOfMembers.includes(name) || toldOfMembers.includes(name.replace(/_id$/, '')) || name === 'member_id',
  );
  const asSent = told.map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]);
  return asSent.length > 0 ? Object.fromEntries(asSent) : null;
}

/** Enters messages in the log, in their order, and has them sent from now on. */
const queueMessages = (tx: Tx, messages: readonly Message[]) =>
  sql`
    with said as materialized (
      select nextval(pg_get_serial_sequence('webhook_delivery', 'id')) as id, m.*
      from (select m.* from json_to_recordset(${JSON.stringify(messages)}::json)
              m (webhook_id bigint, event text, about text, body text)) m
    ), entry as (
      insert into webhook_delivery (id, webhook_id, event, about, next_attempt_at, message_id)
      select id, webhook_id, event, about, date_trunc('second', now()), 'msg_' || replace(gen_random_uuid()::text, '-', '') from said returning id
    )
    insert into webhook_message (delivery_id, body) select said.id, said.body from said join entry on entry.id = said.id`.execute(
    tx,
  );
