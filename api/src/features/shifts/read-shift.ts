import {
  MAX_DAY_ENTRIES,
  MAX_SHIFT_ENTRIES,
  SHIFT_RESOURCES,
  type ShiftPeriod,
  type ShiftResource,
  getResource,
  includesCondition,
  permission,
} from '@innkeeper/contract';
import type { Shift, ShiftActivity, ShiftDay } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, can } from '../../access/actor.ts';
import type { DeskHotel } from '../../domain/desk-hotel.ts';
import { birthdaysSql, callBacksSql } from './day-guests.ts';
import { type ShiftScope, paymentsSql, recordedSql, undoneSql } from './shift-entries.ts';
import { type PeriodBounds, periodCondition, resolvePeriod } from './shift-period.ts';

export interface ShiftRequest {
  readonly actor: Actor;
  readonly now: Date;
  /** The reader's zone. */
  readonly timeZone: string;
  readonly hotel: DeskHotel;
}

type Recorded = Omit<ShiftActivity, 'rows'> | null;

interface ShiftRow extends Record<string, unknown> {
  readonly sold: Recorded;
  readonly redeemed: Recorded;
  readonly posted: Recorded;
  readonly undone: Shift['undone'];
  readonly payments: Shift['payments'];
}

const canView = (actor: Actor, resource: ShiftResource | 'member'): boolean =>
  can(actor, permission('VIEW', getResource(resource).permission));

/** SQL: JSON for an actor who may view the records of a resource, or else null. */
const ifVisibleSql = (
  actor: Actor,
  resource: ShiftResource | 'member',
  json: RawBuilder<unknown>,
): RawBuilder<unknown> => (canView(actor, resource) ? json : sql`null::json`);

const recordedColumnsSql = (actor: Actor, scope: ShiftScope, limit: number): RawBuilder<unknown> =>
  sql.join([
    sql`${ifVisibleSql(actor, 'transaction', recordedSql('transaction', scope, limit))} as sold`,
    sql`${ifVisibleSql(actor, 'voucher_redeem', recordedSql('voucher_redeem', scope, limit))} as redeemed`,
    sql`${ifVisibleSql(actor, 'visit', recordedSql('visit', scope, limit))} as posted`,
  ]);

const HOTEL_COLUMNS = { transaction: 'hotel_id', voucher_redeem: 'redeem_hotel_id', visit: 'hotel_id' } as const;

/** Adds the list that shows the counted records. */
const addRows =
  ({ hotel, timeZone }: ShiftRequest, period: ShiftPeriod, { userId, from }: ShiftScope) =>
  (resource: ShiftResource, recorded: Recorded): ShiftActivity | null =>
    recorded && {
      ...recorded,
      rows: {
        resource,
        conditions: [
          includesCondition(HOTEL_COLUMNS[resource], [hotel.id]),
          periodCondition('created_at', period, from, { hotelZone: hotel.time_zone, timeZone }),
          ...(userId === null ? [] : [includesCondition('created_by_id', [userId])]),
        ],
      },
    };

const toHotel = ({ day: _, ...hotel }: DeskHotel): Shift['hotel'] => hotel;
const toInstantText = (instant: Date): string => instant.toISOString().slice(0, 19).replace('T', ' ');

/** The shift of a user at a hotel, or of everyone there, with the records that the actor may view. */
export async function readShift(
  db: Db,
  request: ShiftRequest,
  period: ShiftPeriod,
  user: Shift['user'],
  bounds: PeriodBounds = resolvePeriod(period, request.hotel.time_zone, request.now),
): Promise<Shift> {
  const { actor, hotel } = request;
  const scope: ShiftScope = { ...bounds, hotelId: hotel.id, userId: user?.id ?? null };
  const visibleResources = SHIFT_RESOURCES.filter((resource) => canView(actor, resource));
  const statement = sql`
    select ${recordedColumnsSql(actor, scope, MAX_SHIFT_ENTRIES)},
      ${undoneSql(visibleResources, scope, MAX_SHIFT_ENTRIES)} as undone,
      ${ifVisibleSql(actor, 'transaction', paymentsSql(scope))} as payments`.compile(db.kysely);
  const [row] = await db.read<ShiftRow>(statement, { replan: true });
  if (!row) throw new Error('A shift was not read');
  const withRows = addRows(request, period, scope);
  return {
    hotel: toHotel(hotel),
    from: toInstantText(bounds.from),
    to: toInstantText(bounds.to),
    user,
    sold: withRows('transaction', row.sold),
    redeemed: withRows('voucher_redeem', row.redeemed),
    posted: withRows('visit', row.posted),
    undone: row.undone,
    payments: row.payments,
  };
}

interface DayRow extends Pick<ShiftRow, 'sold' | 'redeemed' | 'posted'>, Record<string, unknown> {
  readonly birthdays: ShiftDay['birthdays'];
  readonly call_backs: ShiftDay['call_backs'];
}

/** The day of a hotel, in one statement: the guests to congratulate and to call, and everyone's entries of today. */
export async function readShiftDay(db: Db, request: ShiftRequest): Promise<ShiftDay> {
  const { actor, hotel, now } = request;
  const scope: ShiftScope = { ...resolvePeriod('today', hotel.time_zone, now), hotelId: hotel.id, userId: null };
  const statement = sql`
    select ${recordedColumnsSql(actor, scope, MAX_DAY_ENTRIES)},
      ${ifVisibleSql(actor, 'member', birthdaysSql(hotel))} as birthdays,
      ${ifVisibleSql(actor, 'member', callBacksSql(hotel))} as call_backs`.compile(db.kysely);
  const [row] = await db.read<DayRow>(statement, { replan: true });
  if (!row) throw new Error('A day was not read');
  const withRows = addRows(request, 'today', scope);
  return {
    hotel: toHotel(hotel),
    day: hotel.day,
    birthdays: row.birthdays,
    call_backs: row.call_backs,
    sold: withRows('transaction', row.sold),
    redeemed: withRows('voucher_redeem', row.redeemed),
    posted: withRows('visit', row.posted),
  };
}
