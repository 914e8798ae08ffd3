import { WEBHOOK_EVENTS, type WebhookEventName, getResource } from '@innkeeper/contract';
import { webhookMemberFields } from '@innkeeper/contract/calls';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { type ActorScope, scopeConditionSql } from '../../access/scope.ts';
import type { HooksByResource } from '../../engine/resources/resource-hooks.ts';
import { recordSql } from '../../engine/resources/record-json.ts';
import { createSource } from '../../engine/resources/source.ts';

/*
 * Processing of an event:
 *
 *   entered, in the transaction of the change (by maintenance jobs in batches) --> a message for each receiver that
 *   subscribes to it and may see it
 *   entered, without such a receiver --> nothing
 *
 * For the processing of a message, see send-messages.ts.
 */

/** Maximum number of events per transaction. */
const BATCH_SIZE = 500;

type JsonRecord = Readonly<Record<string, unknown>>;

interface EventRow {
  readonly id: number;
  readonly event: WebhookEventName;
  readonly record_id: number;
  readonly at: Date;
  readonly before: JsonRecord | null;
}

interface Receiver {
  readonly id: number;
  /** The webhook's fields, some of which select its events. */
  readonly fields: JsonRecord;
  /** The hotel whose records it may see; null for the whole group. */
  readonly hotel_id: number | null;
}

/**
 * Writes messages of the entered events. Only one process does so at a time, so that messages are queued in the order
 * of the changes.
 */
export async function writeMessages(db: Db, hooksByResource: HooksByResource): Promise<void> {
  const { rows } = await sql`select from webhook_event limit 1`.execute(db.kysely);
  if (rows.length === 0) return;
  while ((await db.kysely.transaction().execute((tx) => writeBatch(tx, hooksByResource))) === BATCH_SIZE);
}

/** Returns the number of processed events. */
async function writeBatch(tx: Tx, hooksByResource: HooksByResource): Promise<number> {
  const { rows: lockRows } = await sql<{ has_lock: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('webhook_event')) as has_lock`.execute(tx);
  if (!lockRows[0]?.has_lock) return 0;
  const { rows: eventRows } = await sql<EventRow>`
    with deleted as (
      delete from webhook_event where id in (select id from webhook_event order by id limit ${BATCH_SIZE})
      returning id, event, record_id, at, before)
    select * from deleted order by id`.execute(tx);
  const receivers = eventRows.length > 0 ? await readReceivers(tx) : [];
  const messages: Message[] = [];
  const events = mergeUpdates(eventRows);
  for (const { resource, events: resourceEvents, ids } of groupByResource(events)) {
    const records = await readRecords(tx, hooksByResource, resource, ids);
    for (const { hotelId, receivers: hotelReceivers } of groupByHotel(receivers)) {
      const visibleIds = await findVisibleIds(tx, hooksByResource, resource, ids, hotelId);
      for (const event of resourceEvents) {
        const record = visibleIds.has(event.record_id) ? records.get(event.record_id) : undefined;
        if (!record) continue;
        const subscribers = hotelReceivers.filter(({ fields }) => fields[event.event.replace('.', '_')] === true);
        messages.push(...subscribers.map(({ id }) => toMessage(id, event, record)));
      }
    }
  }
  if (messages.length > 0)
    await queueMessages(
      tx,
      messages.sort((a, b) => a.event_id - b.event_id),
    );
  return eventRows.length;
}

/**
 * Combines the changes of a member in one batch into one: a sale alone changes its member three times, and each message
 * would have the same record. The previous values are those before the first change.
 */
function mergeUpdates(eventRows: readonly EventRow[]): EventRow[] {
  const latest = new Map<number, EventRow>();
  for (const row of eventRows) {
    if (row.event !== 'member.updated') continue;
    const before = { ...row.before, ...latest.get(row.record_id)?.before };
    latest.set(row.record_id, { ...row, before });
  }
  return eventRows.flatMap((row) => {
    if (row.event !== 'member.updated') return [row];
    const latestRow = latest.get(row.record_id);
    return latestRow?.id === row.id ? [latestRow] : [];
  });
}

/** Active webhooks whose integration is valid today. */
async function readReceivers(tx: Tx): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`
    select w.id, to_jsonb(w) - 'secret' as fields, i.hotel_id
    from webhook w
    left join integration i on i.id = w.integration_id
    left join hotel h on h.id = i.hotel_id
    left join country n on n.id = h.country_id
    where w.is_active and w.deleted_at is null and (
      w.integration_id is null
      or i.is_active and i.deleted_at is null and h.is_active and h.deleted_at is null
         and (i.end_date is null
             or i.end_date >= (now() at time zone effective_time_zone(h.time_zone, n.time_zone))::date))`.execute(tx);
  return rows;
}

const groupBy = <Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): ReadonlyMap<Key, Item[]> =>
  Map.groupBy(items, keyOf);

const groupByResource = (events: readonly EventRow[]) =>
  [...groupBy(events, ({ event }) => WEBHOOK_EVENTS[event].resource)].map(([resource, resourceEvents]) => ({
    resource,
    events: resourceEvents,
    ids: [...new Set(resourceEvents.map(({ record_id }) => record_id))],
  }));

const groupByHotel = (receivers: readonly Receiver[]) =>
  [...groupBy(receivers, ({ hotel_id }) => hotel_id)].map(([hotelId, hotelReceivers]) => ({
    hotelId,
    receivers: hotelReceivers,
  }));

/** Records as their own calls return them; of members only the fields that webhooks disclose. */
async function readRecords(
  tx: Tx,
  hooksByResource: HooksByResource,
  resource: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, JsonRecord>> {
  const { columns, table, joins } = recordSql(getResource(resource), hooksByResource);
  const { rows } = await sql<{ id: number; record: JsonRecord }>`
    select r.id, row_to_json(r) as record
    from (select ${sql.raw(columns)} from ${sql.raw(`${table} ${joins}`)} where t.id = any(${ids}::bigint[])) r`.execute(
    tx,
  );
  const discloseFields = (record: JsonRecord): JsonRecord =>
    resource === 'member'
      ? Object.fromEntries(webhookMemberFields.map((name) => [name, record[name] ?? null]))
      : removeFileUrl(record);
  return new Map(rows.map(({ id, record }) => [id, discloseFields(record)]));
}

/** Removes the URL of a file: it is signed for an hour, and a message may arrive later. */
const removeFileUrl = ({ file_url: _, ...record }: JsonRecord): JsonRecord => record;

/** Ids of the records that a hotel's own system may see; for the group, all ids. */
async function findVisibleIds(
  tx: Tx,
  hooksByResource: HooksByResource,
  resource: string,
  ids: readonly number[],
  hotelId: number | null,
): Promise<ReadonlySet<number>> {
  if (hotelId === null) return new Set(ids);
  const hotelScope: ActorScope = { userId: 0, accessLevel: 'property', hotels: [hotelId], regions: [] };
  const source = createSource(getResource(resource), hooksByResource);
  const scopeCondition = scopeConditionSql(hotelScope, source);
  const { rows } = await sql<{ id: number }>`
    select t.id from ${sql.raw(source.from())} where t.id = any(${ids}::bigint[]) and ${scopeCondition}`.execute(tx);
  return new Set(rows.map(({ id }) => id));
}

/** A queued message for one receiver. */
interface Message {
  readonly event_id: number;
  readonly webhook_id: number;
  readonly event: WebhookEventName;
  readonly about: string;
  readonly body: string;
}

function toMessage(webhookId: number, { id, event, record_id, at, before }: EventRow, record: JsonRecord): Message {
  const { resource } = WEBHOOK_EVENTS[event];
  const body = { type: event, timestamp: at.toISOString(), data: record, previous: before && toPreviousValues(before) };
  return { event_id: id, webhook_id: webhookId, event, about: `${resource} ${record_id}`, body: JSON.stringify(body) };
}

/** Previous values of the disclosed fields in wire format, with flags as 1 and 0. */
function toPreviousValues(before: JsonRecord): JsonRecord | null {
  const disclosed = Object.entries(before).filter(
    ([name]) =>
      webhookMemberFields.includes(name) ||
      webhookMemberFields.includes(name.replace(/_id$/, '')) ||
      name === 'member_id',
  );
  const wireValues = disclosed.map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]);
  return wireValues.length > 0 ? Object.fromEntries(wireValues) : null;
}

/** Logs messages in their order and makes them due for sending. */
const queueMessages = (tx: Tx, messages: readonly Message[]) =>
  sql`
    with queued as materialized (
      select nextval(pg_get_serial_sequence('webhook_delivery', 'id')) as id, m.*
      from (select m.* from json_to_recordset(${JSON.stringify(messages)}::json)
              m (webhook_id bigint, event text, about text, body text)) m
    ), entry as (
      insert into webhook_delivery (id, webhook_id, event, about, next_attempt_at, message_id)
      select id, webhook_id, event, about, date_trunc('second', now()),
        'msg_' || replace(gen_random_uuid()::text, '-', '') from queued returning id
    )
    insert into webhook_message (delivery_id, body) select queued.id, queued.body from queued
    join entry on entry.id = queued.id`.execute(tx);
