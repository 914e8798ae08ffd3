import { INTEGRATION_PERMISSIONS, INTEGRATION_RIGHTS, type Language, message, resources } from '@innkeeper/contract';
import type { MatchedMember, integrationVoucherCalls } from '@innkeeper/contract/calls';
import { genericPlanArray } from '@innkeeper/db';
import { type RawBuilder, sql } from 'kysely';
import { type Actor, getIntegration } from '../../access/actor.ts';
import { limitFailedLookups } from '../../access/enumeration-guard.ts';
import { type Handlers, JsonText, recordResponse } from '../../engine/calls/register.ts';
import { countLookups } from '../../access/lookups.ts';
import { parseNewestQuery, readNewest } from '../../engine/resources/updated-since.ts';
import { recordNotFoundError, readRecord } from '../../engine/resources/record.ts';
import type { WorkflowServices } from '../../engine/resources/workflow.ts';
import { createRecord, deleteRecords } from '../../engine/resources/write.ts';
import { validationError } from '../../platform/http/api-error.ts';
import { withDefaults } from '../../platform/http/body.ts';
import { shownEmailSql } from '../../platform/mail/no-email.ts';
import { type GuestIdentifierType, readGuests } from '../../domain/desk-guests.ts';

type Calls = typeof integrationVoucherCalls;
const IDENTIFIERS = ['card_no', 'phone_no', 'email'] as const satisfies readonly GuestIdentifierType[];

/** Guests and vouchers for a hotel's own system, which finds, redeems and voids by the same rules as the front desk. */
export const integrationVoucherHandlers = (services: WorkflowServices): Handlers<Calls> => ({
  'GET /integration/v1/status': async ({ actor, now }) => {
    const { id, hotel, timeZone, callsPerMinute, isTest } = getIntegration(actor);
    const [read_members = false, redeem = false, post_visits = false] = INTEGRATION_RIGHTS.map((permissionCode) =>
      actor.roles.has(permissionCode),
    );
    return {
      data: {
        integration: { id, name: actor.name },
        hotel,
        time_zone: timeZone,
        may: { read_members, redeem, post_visits },
        rights: INTEGRATION_PERMISSIONS.filter((permissionCode) => actor.roles.has(permissionCode)),
        calls_per_minute: callsPerMinute,
        is_test: isTest,
        now: now.toISOString().slice(0, 19).replace('T', ' '),
      },
    };
  },
  'GET /integration/v1/members': async ({ actor, query, now, language, request }) => {
    const givenIdentifiers = IDENTIFIERS.filter((identifier) => query[identifier] !== '');
    const [identifier] = givenIdentifiers;
    if (identifier === undefined || givenIdentifiers.length > 1)
      throw validationError(
        Object.fromEntries((identifier ? givenIdentifiers : IDENTIFIERS).map((name) => [name, [EXACTLY_ONE_MESSAGE]])),
      );
    const value = query[identifier];
    const redemptionContext = { hotelId: getIntegration(actor).hotel.id, at: now };
    const guests = await limitFailedLookups(
      services,
      actor,
      identifier === 'card_no' ? value : '',
      () => readGuests(services, actor, { identifier, value }, redemptionContext, language),
      (matches) => matches.length > 0,
    );
    const elsewhereIds = guests.flatMap(({ member }) => (member.is_elsewhere ? [member.id] : []));
    const lookupCaller = { actor, now, ip: request.ip, requestId: request.id };
    await countLookups(services.db, lookupCaller, 'number', elsewhereIds.length > 0 ? [elsewhereIds] : []);
    const contactById = await readContacts(
      services,
      guests.flatMap(({ member }) => (member.is_elsewhere ? [] : [member.id])),
    );
    return {
      data: guests.map(({ member, card }): MatchedMember => ({
        ...member,
        card,
        ...(contactById.get(member.id) ?? NO_CONTACT),
      })),
    };
  },
  'GET /integration/v1/members/{id}/vouchers': async ({ actor, path: { id }, now, language }) => {
    const guest = await readGuest(services, { actor, id, now, language });
    return { data: guest.vouchers, meta: { left_out: guest.left_out } };
  },
  'GET /integration/v1/redemptions': {
    versionChecked: async ({ actor, query, timeZone, now }) =>
      new JsonText(
        await readNewest(
          services.db,
          services.hooksByResource,
          actor,
          resources.voucher_redeem,
          parseNewestQuery(query, timeZone),
          now,
        ),
      ),
  },
  'GET /integration/v1/redemptions/{id}': {
    versionChecked: async ({ actor, path: { id }, now }) =>
      new JsonText(
        `{"data":${await readRecord(services.db, services.hooksByResource, actor, resources.voucher_redeem, id, now)}}`,
      ),
  },
  'POST /integration/v1/redemptions': async ({ context, timeZone, rawBody }) => {
    const write = { context, services, d: resources.voucher_redeem, timeZone };
    const { id } = getIntegration(context.actor).hotel;
    const defaults = { redeem_hotel_id: id, redeem_date: context.now.toISOString() };
    const { data } = await createRecord(write, withDefaults(rawBody, defaults));
    return new JsonText(`{"data":${data}}`);
  },
  'DELETE /integration/v1/redemptions/{id}': async ({ context, timeZone, path: { id }, query, body }) => {
    const write = { context, services, d: resources.voucher_redeem, timeZone };
    await deleteRecords(write, [id], body.reason ?? query.reason).catch((error: unknown) => {
      throw error instanceof Error && error.message === 'record_not_found' ? recordNotFoundError(write.d, id) : error;
    });
    return recordResponse(write, id);
  },
});

const EXACTLY_ONE_MESSAGE = message('exactly_one_of', IDENTIFIERS.join(', '));

/** A member of the hotel, or one whom this system found within the last day. Throws a 404 for any other. */
async function readGuest(
  services: WorkflowServices,
  { actor, id, now, language }: { actor: Actor; id: number; now: Date; language: Language },
) {
  const redemptionContext = { hotelId: getIntegration(actor).hotel.id, at: now };
  const [guest] = await readGuests(services, actor, { memberId: id, servedAt: now }, redemptionContext, language);
  if (!guest) throw recordNotFoundError(resources.member, id);
  return guest;
}

type GuestContact = Pick<MatchedMember, 'first_name' | 'last_name' | 'email' | 'phone_no'>;
const NO_CONTACT: GuestContact = { first_name: null, last_name: null, email: null, phone_no: null };

/** Data about the hotel's own members, in addition to what a front desk shows. */
async function readContacts(
  { db }: WorkflowServices,
  ids: readonly number[],
): Promise<ReadonlyMap<number, GuestContact>> {
  if (ids.length === 0) return new Map();
  const statement: RawBuilder<unknown> = sql`select id, first_name, last_name,
      ${shownEmailSql(sql`email`)} as email, phone_no from member
    where id = any(${genericPlanArray(ids)})`;
  const rows = await db.read<GuestContact & { id: number }>(statement.compile(db.kysely));
  return new Map(rows.map(({ id, ...contact }) => [id, contact]));
}
