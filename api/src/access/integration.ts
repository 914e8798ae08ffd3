import { INTEGRATION_PERMISSIONS, INTEGRATION_RIGHTS } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { namedRecordSql } from './named-records.ts';
import { parseAddressList } from '../platform/http/address-list.ts';
import type { Actor } from './actor.ts';
import { callerSubject, countFailure, assertNotThrottled } from './throttle.ts';

interface IntegrationRow {
  readonly id: number;
  readonly name: string;
  readonly may_read_members: boolean;
  readonly may_redeem: boolean;
  readonly may_post_visits: boolean;
  readonly codes: readonly string[];
  readonly other_hotels: readonly number[];
  readonly sees_all_hotels: boolean;
  readonly addresses: string | null;
  readonly calls_per_minute: number;
  readonly is_test: boolean;
  readonly hotel: { readonly id: number; readonly code: string; readonly name: string };
  readonly time_zone: string;
  readonly stamp: string;
}

/**
 * The integration that a token belongs to, with the hotels that it sees. Undefined if it is no longer active. Of its
 * permission codes only those count that an integration can have.
 */
export async function loadIntegration(db: Db, tokenHash: Buffer, now: Date): Promise<Actor | undefined> {
  const statement = sql`
    select i.id, i.name, i.may_read_members, i.may_redeem, i.may_post_visits, i.addresses, i.calls_per_minute,
           i.is_test, i.sees_all_hotels, token.stamp,
           array(select r.name from integration_role l join roles r on r.id = l.roles_id
                 where l.integration_id = i.id and r.deleted_at is null) as codes,
           (select coalesce(json_agg(l.hotel_id), '[]') from integration_hotel l
            where l.integration_id = i.id) as other_hotels,
           ${namedRecordSql('h')} as hotel, effective_time_zone(h.time_zone, n.time_zone) as time_zone
    from (select integration_permissions_version(${tokenHash}::bytea, ${now}::timestamptz) as stamp) token
    join integration i on i.access_token = encode(${tokenHash}::bytea, 'hex')
    join hotel h on h.id = i.hotel_id
    join country n on n.id = h.country_id
    where token.stamp is not null`.compile(db.kysely);
  const [row] = await db.read<Record<string, unknown> & IntegrationRow>(statement);
  return row && toActor(row, tokenHash);
}

function toActor(row: IntegrationRow, tokenHash: Buffer): Actor {
  const { id, name, hotel, time_zone: timeZone, stamp } = row;
  return {
    userId: -id,
    name,
    sessionId: 0,
    tokenHash,
    mustChangePassword: false,
    mustSetUpSecondFactor: false,
    role: 'user',
    roles: new Set([
      ...INTEGRATION_RIGHTS.filter((right) => row[right]),
      ...INTEGRATION_PERMISSIONS.filter((code) => row.codes.includes(code)),
    ]),
    accessLevel: row.sees_all_hotels ? 'group' : 'property',
    hotels: row.sees_all_hotels ? null : [...new Set([hotel.id, ...row.other_hotels])],
    regions: [],
    stamp,
    integration: {
      id,
      hotel,
      timeZone,
      isAllowedAddress: createAddressCheck(row.addresses),
      callsPerMinute: row.calls_per_minute,
      isTest: row.is_test,
    },
  };
}

/** The addresses from which a system may call; any address if none are listed. */
function createAddressCheck(addresses: string | null): (ip: string) => boolean {
  const addressList = parseAddressList(addresses);
  return (ip) => addressList.isEmpty || addressList.contains(ip);
}

/**
 * Counts an unknown token against its source address: after some free attempts, the next has to wait. Throws a 429
 * during the wait. A valid token never waits, because hundreds of systems share one address. A token that was once
 * valid does not count as a guess.
 */
export async function countInvalidToken({ kysely }: Db, tokenHash: Buffer, ip: string, now: Date): Promise<void> {
  const { rows } = await sql`select from integration where access_token = encode(${tokenHash}::bytea, 'hex')`.execute(
    kysely,
  );
  if (rows.length > 0) return;
  const subjects = [callerSubject('token', ip)];
  await assertNotThrottled(kysely, subjects, now);
  await countFailure(kysely, subjects, now);
}
