import { message } from '@innkeeper/contract';
import { SHIFT_PERMISSIONS, type shiftCalls } from '@innkeeper/contract/calls';
import { sql } from 'kysely';
import type { Actor } from '../../access/actor.ts';
import { limitResends } from '../../access/resend-limit.ts';
import { readDeskHotel } from '../../domain/desk-hotel.ts';
import { hotelStaffSql } from '../../domain/hotel-staff.ts';
import type { Handlers } from '../../engine/calls/register.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { validationError } from '../../platform/http/api-error.ts';
import { readShift, readShiftDay } from './read-shift.ts';
import { resolvePeriod } from './shift-period.ts';

/** SQL: the users `u` who can take over a shift at a hotel. */
const recipientsSql = (actor: Actor, hotelId: number) =>
  hotelStaffSql(actor, sql`${hotelId}::bigint`, SHIFT_PERMISSIONS);
const toUser = ({ userId, name }: Actor) => ({ id: userId, name });

/**
 * The day of a hotel, a shift there, and its handover by mail. A shift is read when it is requested; nothing of it is
 * stored. See docs/decisions/0116-show-a-front-desk-its-day-and-hand-over-a-shift.md.
 */
export const shiftHandlers = (services: WorkflowServices): Handlers<typeof shiftCalls> => ({
  'GET /api/shift': async ({ actor, now, query, timeZone }) => {
    const hotel = await readDeskHotel(services, actor, query.hotel_id, now);
    const user = query.user === 'me' ? toUser(actor) : null;
    return { data: await readShift(services.db, { actor, now, timeZone, hotel }, query.period ?? 'today', user) };
  },

  'GET /api/shift/day': async ({ actor, now, query, timeZone }) => {
    const hotel = await readDeskHotel(services, actor, query.hotel_id, now);
    return { data: await readShiftDay(services.db, { actor, now, timeZone, hotel }) };
  },

  'GET /api/shift/recipient': async ({ actor, now, query }) => {
    const hotel = await readDeskHotel(services, actor, query.hotel_id, now);
    const recipients = await services.db.read<Record<string, unknown> & { id: number; name: string }>(
      sql`select u.id, u.name ${recipientsSql(actor, hotel.id)} order by u.id = ${actor.userId}, u.name, u.id`.compile(
        services.db.kysely,
      ),
    );
    return { data: recipients };
  },

  'POST /api/shift/mail': async ({ actor, now, body, context }) => {
    const hotel = await readDeskHotel(services, actor, body.hotel_id, now);
    const { rows } = await sql<{ id: number; name: string }>`
      select u.id, u.name ${recipientsSql(actor, hotel.id)} and u.id = ${body.user_id}`.execute(context.tx);
    const [recipient] = rows;
    if (!recipient) throw validationError({ user_id: [message('reference')] });
    await limitResends(context.tx, `user ${recipient.id}`, `handover of ${actor.userId}`, now);
    const { from, to } = resolvePeriod(body.period, hotel.time_zone, now);
    await services.outbox(context.tx, {
      handover: {
        hotelId: hotel.id,
        from: from.toISOString(),
        to: to.toISOString(),
        senderId: actor.userId,
        recipientId: recipient.id,
        isOwn: body.user === 'me',
        note: body.note,
      },
    });
    return { data: { recipient } };
  },
});
