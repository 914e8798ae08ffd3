import { message, permission, recordPermissions, resources } from '@innkeeper/contract';
import type { DeskGuest, frontDeskCalls } from '@innkeeper/contract/calls';
import { can } from '../../access/actor.ts';
import { limitFailedLookups } from '../../access/enumeration-guard.ts';
import { type CallInput, type Handlers, recordsResponse } from '../../engine/calls/register.ts';
import { countLookups } from '../../access/lookups.ts';
import { validationError } from '../../platform/http/api-error.ts';
import { toMemberEligibility, readSaleEligibility } from '../../domain/member-eligibility.ts';
import { deleteOrRevert } from '../../engine/resources/revert-own-record.ts';
import { parseInstant } from '../../engine/resources/values.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { type GuestLookup, readGuests } from '../../domain/desk-guests.ts';
import { readDeskHotel } from '../../domain/desk-hotel.ts';
import { findTimeError } from '../../domain/redemption-time.ts';
import { redeemVouchers } from './redeem-vouchers.ts';

const { voucher_redeem } = resources;

type DeskQuery = CallInput<(typeof frontDeskCalls)['GET /api/voucher_redeem/counter']>;

const REDEEM_PERMISSION = permission('STORE', voucher_redeem.permission);

/**
 * The guest at the front desk, and the vouchers that can be redeemed for them at a hotel, now or at `redeem_date`. `q`
 * finds any member of the programme by an exact identifier; `member_id` finds a visible member or one looked up before.
 * A user who posts visits but redeems nothing gets the guest only. Several vouchers are redeemed, and voided, in one go.
 */
export const frontDeskHandlers = (services: WorkflowServices): Handlers<typeof frontDeskCalls> => ({
  'GET /api/voucher_redeem/counter': async (deskQuery) => {
    const { actor, now, query, language, request } = deskQuery;
    const at = resolveRedemptionTime(deskQuery);
    const hotel = await readDeskHotel(services, actor, query.hotel_id, at);
    const redemptionContext = { hotelId: hotel.id, at };
    const guestLookup = parseGuestLookup(query, now);
    const guests = await limitFailedLookups(
      services,
      actor,
      'q' in guestLookup ? guestLookup.q : '',
      () => readGuests(services, actor, guestLookup, redemptionContext, language),
      (matches) => matches.length > 0,
    );
    const elsewhereIds = guests.flatMap(({ member }) => (member.is_elsewhere ? [member.id] : []));
    const lookupCaller = { actor, now, ip: request.ip, requestId: request.id };
    await countLookups(services.db, lookupCaller, 'front_desk', elsewhereIds.length > 0 ? [elsewhereIds] : []);
    const { day, ...hotelData } = hotel;
    const memberIds = guests.flatMap(({ member }) => (member.is_elsewhere ? [] : [member.id]));
    const saleEligibility = await readSaleEligibility(services.db, actor, { memberIds, now, language });
    const canRedeem = can(actor, REDEEM_PERMISSION);
    const canReadMembers = can(actor, ...recordPermissions(resources.member.permission));
    const deskGuests = guests.map((guest): DeskGuest => {
      const redeemableCount = guest.vouchers.filter(({ rejection }) => rejection === null).length;
      const may = toMemberEligibility(
        saleEligibility.get(guest.member.id),
        canRedeem ? redeemableCount : null,
        language,
      );
      const greeting = canReadMembers ? guest.greeting : { ...guest.greeting, birthday_in: null };
      return { ...guest, may, greeting, ...(!canRedeem && { vouchers: [], left_out: 0 }) };
    });
    return { data: { hotel: hotelData, day, guests: deskGuests } };
  },
  'POST /api/voucher_redeem/counter': async ({ context, timeZone, body, rawBody }) => {
    const write = { context, services, d: voucher_redeem, timeZone };
    return recordsResponse(write, await redeemVouchers(write, body.voucher_nos, rawBody));
  },
  'POST /api/voucher_redeem/counter/void': async ({ context, timeZone, body }) => {
    const write = { context, services, d: voucher_redeem, timeZone };
    const ids = [...new Set(body.ids)];
    await deleteOrRevert(write, ids, body.reason);
    return recordsResponse(write, ids);
  },
});

function parseGuestLookup({ q, member_id }: DeskQuery['query'], now: Date): GuestLookup {
  if (member_id !== null) return { memberId: member_id, servedAt: now };
  if (q === undefined) throw validationError({ q: [message('required')] });
  return { q };
}

function resolveRedemptionTime(deskQuery: DeskQuery): Date {
  const {
    now,
    query: { redeem_date },
  } = deskQuery;
  if (redeem_date === undefined) return now;
  const at = parseInstant('redeem_date', redeem_date, deskQuery.timeZone);
  const timeError = findTimeError(at, now);
  if (timeError) throw timeError;
  return at;
}
