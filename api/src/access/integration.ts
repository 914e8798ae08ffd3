import { INTEGRATION_RIGHTS } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { namedSql } from './named.ts';
import { readAddressList } from '../platform/http/address-list.ts';
import type { Actor } from './actor.ts';
import { callersOf, countFailure, refuseEarly } from './throttle.ts';

export const WRONG_TOKEN = {
  en: 'Send the access token of an active integration: Authorization: Bearer …',
  id: 'Kirim token akses integrasi yang aktif: Authorization: Bearer …',
};

interface SystemRow {
  readonly id: number;
  readonly name: string;
  readonly may_read_members: boolean;
  readonly may_redeem: boolean;
  readonly may_post_visits: boolean;
  readonly addresses: string | null;
  readonly calls_per_minute: number;
  readonly is_test: boolean;
  readonly hotel: { readonly id: number; readonly code: string; readonly name: string };
  readonly time_zone: string;
  readonly stamp: string;
}

/** The hotel's own system that a token is of; undefined where it serves no more. It sees that hotel, and nothing beside it. */
export async function loadIntegration(db: Db, tokenHash: Buffer, now: Date): Promise<Actor | undefined> {
  const statement = sql`
    select i.id, i.name, i.may_read_members, i.may_redeem, i.may_post_visits, i.addresses, i.calls_per_minute, i.is_test, token.stamp,
           ${namedSql('h')} as hotel, zone_of(h.time_zone, n.time_zone) as time_zone
    from (select integration_stamp(${tokenHash}::bytea, ${now}::timestamptz) as stamp) token
    join integration i on i.access_token = encode(${tokenHash}::bytea, 'hex')
    join hotel h on h.id = i.hotel_id
    join country n on n.id = h.country_id
    where token.stamp is not null`.compile(db.kysely);
  const [row] = await db.read<Record<string, unknown> & SystemRow>(statement);
  return row && toActor(row, tokenHash);
}

function toActor(row: SystemRow, tokenHash: Buffer): Actor {
  const { id, name, hotel, time_zone: timeZone, stamp } = row;
  return {
    userId: -id,
    name,
    sessionId: 0,
    tokenHash,
    mustChangePassword: false,
    role: 'user',
    roles: new Set(INTEGRATION_RIGHTS.filter((right) => row[right])),
    accessLevel: 'property',
    hotels: [hotel.id],
    regions: [],
    stamp,
    integration: {
      id,
      hotel,
      timeZone,
      isFrom: isFromOf(row.addresses),
      callsPerMinute: row.calls_per_minute,
      isTest: row.is_test,
    },
  };
}

/** From where a system may call; from anywhere when nothing is said. */
function isFromOf(addresses: string | null): (ip: string) => boolean {
  const list = readAddressList(addresses);
  return (ip) => list.isEmpty || list.holds(ip);
}

/**
 * Counts a token that nobody has against the address it came from: as with passwords some are free, then the next one waits. A 429
 * while it waits. A right token never waits for wrong ones, since hundreds of systems share one address; and one that was good once
 * is no guess.
 */
export async function countWrongToken({ kysely }: Db, tokenHash: Buffer, ip: string, now: Date): Promise<void> {
  const { rows } = await sql`select from integration where access_token = encode(${tokenHash}::bytea, 'hex')`.execute(
    kysely,
  );
  if (rows.length > 0) return;
  const guesser = [callersOf('token', ip)];
  await refuseEarly(kysely, guesser, now);
  await countFailure(kysely, guesser, now);
}
