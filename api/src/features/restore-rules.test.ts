import { INPUT_TYPE, type ResourceDefinition, isWritable, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { loadActorByUserId } from '../access/actor.ts';
import { type ResourceHooks, checkEach } from '../engine/resources/resource-hooks.ts';
import { restoreRecords } from '../engine/resources/restore.ts';
import { runInTransaction } from '../engine/resources/transaction.ts';
import { type ApiError, apiError } from '../platform/http/api-error.ts';
import { parseWritten } from '../testing/responses.ts';
import { REASON, type Reply, call } from '../testing/call.ts';
import { expectError } from '../testing/expectations.ts';
import { createFixtures } from '../testing/fixtures.ts';
import { type Input, createInputs } from '../testing/inputs.ts';
import { createProgramme } from '../testing/test-programme.ts';
import { fastHash } from '../testing/fast-hash.ts';
import { everyWritable, selectResources } from '../testing/resources.ts';
import { startTestApp } from '../testing/test-app.ts';
import { type TestUser, createUser } from '../testing/user.ts';
import { createCountry, createHotel, createRegion, createBaseRecords } from '../testing/base-records.ts';
import { createResourceHooks } from './resource-hooks.ts';

/** A deleted record can be restored only if it could be created now, at its own date. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const clerk = await createUser(db, { level: 'group', discountLimit: 10 });
const regionalUser = await createUser(db, { level: 'region' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const fixtures = await createFixtures(api, admin, inputs);
const { card, visit, get, post, remove } = createProgramme(api, admin, inputs, fixtures.h1);

const expectRemoved = async (key: string, id: number) => expect((await remove(key, id)).status).toBe(200);
const postChange = async (path: string, set: Input) => {
  const reply = await post(path, set);
  expect(reply.status, reply.text).toBeLessThan(300);
};
const execute = (statement: ReturnType<typeof sql>) => statement.execute(db.kysely);

/** Expects the rejection of a create. A restore sends no fields, so a 422 or a missing approval becomes a 409. */
function expectSame(reply: Reply<unknown>, createReply: Reply<unknown>, ids?: readonly string[]): void {
  // Checked by expectError below.
  const createError = JSON.parse(createReply.text) as { error: string; message: string; errors?: object };
  const errors = { ...createError.errors, ...(ids && { ids }) };
  const errorFields = Object.keys(errors).length > 0 && { errors };
  expectError(createReply, createReply.status, createError.error);
  const isFieldError = createError.error === 'validation_failed';
  const isConflict = isFieldError || createError.error === 'approval_needed';
  expect(
    expectError(reply, isFieldError ? 409 : createReply.status, isConflict ? 'conflict' : createError.error),
  ).toMatchObject({
    ...(!isFieldError && { message: createError.message }),
    ...errorFields,
  });
}

interface RestoreCase {
  /** The body of the record to create and delete. */
  readonly body: () => Promise<Input>;
  /** A change after which the record could not be created; it may modify the body. */
  readonly changeAfter: (id: number, body: Input) => Promise<unknown>;
  readonly by?: TestUser;
  /** Whether the user may never create such a record. */
  readonly isNeverAllowed?: boolean;
}

/** Creates and deletes a record, then tries to restore it by each call once it can no longer be created. */
async function expectRejected(
  d: ResourceDefinition,
  { body, changeAfter: preventRestore, by = admin, isNeverAllowed = false }: RestoreCase,
): Promise<void> {
  const requestBody = await body();
  const reply = await post(d.key, requestBody);
  expect(reply.status, reply.text).toBe(201);
  const { id } = parseWritten(reply);
  const spareId = (await inputs.create(d)).id;
  await expectRemoved(d.key, spareId);
  const deletion = await post(`${d.key}/destroyBulk`, { ids: [id], ...REASON.body });
  expect(deletion.status, deletion.text).toBe(200);
  await preventRestore(id, requestBody);
  const postAs = (path: string, input: Input = {}) => post(path, input, by.token);
  const createReply = await postAs(d.key, requestBody);
  expectSame(await postAs(`${d.key}/${id}/restore`), createReply);
  expectSame(await postAs(`${d.key}/restoreBulk`, { ids: [id, spareId] }), createReply, [String(id)]);
  const rejectedIds = isNeverAllowed ? [id, spareId] : [id];
  expect((await postAs(`${d.key}/restoreBulk`, { ids: [id, spareId], dry_run: 1 })).body).toMatchObject({
    data: { matched: 2, restored: 2 - rejectedIds.length, rejected: rejectedIds },
  });
  if (by === admin)
    expectSame(
      await postAs(`${d.key}/undoBulk`, { request_id: String(deletion.headers['x-request-id']) }),
      createReply,
    );
  expect((await get(d.key, id)).deleted_at).not.toBeNull();
}

describe('creating and restoring a record', () => {
  const request = async () => {
    const actor = await loadActorByUserId(db.kysely, admin.id);
    if (!actor) throw new Error('The administrator is missing');
    return { actor, now: api.clock(), ip: '127.0.0.1', requestId: 'restored', timeZone: 'UTC' };
  };
  const ERROR_TEXTS = { en: 'None of these.', id: 'Tidak ada.' };
  const createRejection = () => apiError('conflict', { message: ERROR_TEXTS });
  const hooks: Readonly<Record<string, ResourceHooks>> = {
    row: { check: checkEach((_, { before }) => (before === null ? createRejection() : undefined)) },
    set: { check: async (_, rows) => rows.map(createRejection) },
  };

  test.each(everyWritable)('is rejected by the check of its resource: %s', async (key, d) => {
    const { id } = await inputs.create(d);
    await expectRemoved(key, id);
    for (const [name, hook] of Object.entries(hooks)) {
      const allHooks = createResourceHooks(async () => undefined);
      const computed = allHooks[key]?.computed;
      const services = {
        hooksByResource: { ...allHooks, [key]: { ...hook, ...(computed && { computed }) } },
        hashSecret: fastHash,
      };
      const restoreReply = runInTransaction(db, await request(), (context) =>
        restoreRecords({ context, services, d, timeZone: 'UTC' }, [id]),
      );
      const error: ApiError = await restoreReply.then(
        () => expect.unreachable(name),
        (error) => error,
      );
      expect(error.details, name).toMatchObject({ message: ERROR_TEXTS });
    }
  });

  /** A country with a hotel, used by this test only. */
  const createCountryWithHotel = async () => {
    const country = await createCountry(db, await createRegion(db));
    return { country, hotel: await createHotel(db, country) };
  };
  const findMailType = async (code: string) => fixtures.findOptionDetail('mail-type', code);
  const createReminder = async () =>
    (await inputs.create(resources.mail_template, { mail_type_id: await findMailType('expiry-reminder') })).id;
  const makeWelcome = async (template: unknown) =>
    execute(sql`update mail_template set mail_type_id = ${await findMailType('welcome')} where id = ${template}`);
  const daysLeftText = 'In {{ card.days_left }} days';
  const findInputType = async (type: keyof typeof INPUT_TYPE) =>
    // Reference data.
    (await execute(sql`select id from type_input where code = ${INPUT_TYPE[type]}`)).rows[0] as { id: number };

  const CASES: readonly [keyof typeof resources, string, RestoreCase][] = [
    [
      'hotel',
      'its country is in no region of the group',
      {
        body: async () => inputs.createFull(resources.hotel, { country_id: (await createCountryWithHotel()).country }),
        changeAfter: (_, { country_id }) =>
          execute(
            sql`update country set region_id = (select id from region where code = 'WORLD') where id = ${country_id}`,
          ),
      },
    ],
    [
      'region_users',
      'its hotel moved to another region',
      {
        body: async () => {
          const { country, hotel } = await createCountryWithHotel();
          const { region_id } = await get('country', country);
          const user_id = (await createUser(db, { level: 'region' })).id;
          return { user_id, region_id, restrict_hotel_id: hotel };
        },
        changeAfter: (_, { restrict_hotel_id }) =>
          execute(sql`update country set region_id = ${baseRecords.region}
            where id = (select country_id from hotel where id = ${restrict_hotel_id})`),
      },
    ],
    [
      'users',
      'its user name is the email of another user',
      {
        body: () => inputs.createFull(resources.users, { username: 'putu@example.test' }),
        changeAfter: () => inputs.create(resources.users, { email: 'putu@example.test' }),
      },
    ],
    [
      'users',
      'its name looks like that of another user',
      {
        body: () => inputs.createFull(resources.users, { name: 'Made Wirawan' }),
        changeAfter: () => inputs.create(resources.users, { name: 'MADE  WIRAWAN' }),
      },
    ],
    [
      'role_group',
      'it allows more than the user may give',
      {
        body: async () =>
          inputs.createFull(resources.role_group, {
            access_type_id: await fixtures.findOptionDetail('access-type', '1'),
          }),
        changeAfter: async () => undefined,
        by: regionalUser,
        isNeverAllowed: true,
      },
    ],
    [
      'module',
      'another one has its codes',
      {
        body: () => inputs.createFull(resources.module, { slug: 'spa-desk' }),
        changeAfter: () => inputs.create(resources.module, { slug: 'spa_desk' }),
      },
    ],
    [
      'member',
      'another one has its email',
      {
        body: () => inputs.createFull(resources.member, { email: 'made@restored.test' }),
        changeAfter: () => inputs.create(resources.member, { email: 'MADE@restored.test' }),
      },
    ],
    [
      'membership',
      'another one has its rank',
      {
        body: () => inputs.createFull(resources.membership, { rank: 77, restrict_region_id: null }),
        changeAfter: () => inputs.create(resources.membership, { rank: 77, restrict_region_id: null }),
      },
    ],
    [
      'mail_language',
      'its template became one of another mail',
      {
        body: async () =>
          inputs.createFull(resources.mail_language, {
            mail_template_id: await createReminder(),
            header: daysLeftText,
          }),
        changeAfter: (_, { mail_template_id }) => makeWelcome(mail_template_id),
      },
    ],
    [
      'mail_params',
      'its template became one of another mail',
      {
        body: async () =>
          inputs.createFull(resources.mail_params, {
            mail_template_id: await createReminder(),
            type_input_id: (await findInputType('text')).id,
            default_value: daysLeftText,
          }),
        changeAfter: (_, { mail_template_id }) => makeWelcome(mail_template_id),
      },
    ],
    [
      'mail_language_params',
      'its parameter accepts other values',
      {
        body: async () => {
          const mail_template_id = await createReminder();
          const type_input_id = (await findInputType('text')).id;
          const param = await inputs.create(resources.mail_params, {
            mail_template_id,
            type_input_id,
            default_value: 'x',
          });
          const language = await inputs.create(resources.mail_language, { mail_template_id });
          return inputs.createFull(resources.mail_language_params, {
            mail_language_id: language.id,
            mail_params_id: param.id,
            type_input_id,
            value: 'y',
          });
        },
        changeAfter: async (_, { mail_params_id }) =>
          execute(
            sql`update mail_params set type_input_id = ${(await findInputType('editor')).id} where id = ${mail_params_id}`,
          ),
      },
    ],
    [
      'report_column',
      'its report is one that has no such column',
      {
        body: async () =>
          inputs.createFull(resources.report_column, { report_id: (await inputs.create(resources.report)).id }),
        changeAfter: async (_, { report_id }) => {
          await execute(sql`update report set key = 'former-overview' where key = 'overview-report'`);
          await execute(sql`update report set key = 'overview-report' where id = ${report_id}`);
        },
      },
    ],
    [
      'visit',
      'it is above the present limit of its country',
      {
        body: async () =>
          inputs.createFull(resources.visit, {
            hotel_id: (await createCountryWithHotel()).hotel,
            total_fb: '5000',
            remark: null,
          }),
        changeAfter: (_, { hotel_id }) =>
          execute(
            sql`update country set visit_limit = 1000 where id = (select country_id from hotel where id = ${hotel_id})`,
          ),
      },
    ],
    [
      'transaction_detail',
      'its price has more decimals than the currency',
      {
        body: async () => {
          const { country, hotel } = await createCountryWithHotel();
          await execute(sql`update country set decimals = 3 where id = ${country}`);
          const bill = await inputs.create(resources.transaction, { hotel_id: hotel });
          return inputs.createFull(resources.transaction_detail, { transaction_id: bill.id, unit_price: '10.500' });
        },
        changeAfter: (_, { transaction_id }) =>
          execute(sql`update country set decimals = 0 where id = (
            select h.country_id from hotel h join transaction t on t.hotel_id = h.id where t.id = ${transaction_id})`),
      },
    ],
    [
      'member_card',
      'the member has another card in its days',
      {
        body: () => inputs.createFull(resources.member_card),
        changeAfter: async (_, body) =>
          inputs.create(resources.member_card, { member_id: body.member_id, start_date: body.start_date }),
      },
    ],
    [
      'member_card',
      'it is unpaid, and the user may not give it',
      {
        body: () => inputs.createFull(resources.member_card),
        changeAfter: async () => undefined,
        by: clerk,
        isNeverAllowed: true,
      },
    ],
    [
      'member_voucher',
      'its card ends long before it',
      {
        body: async () => {
          const guestCard = await card();
          return inputs.createFull(resources.member_voucher, {
            member_card_id: guestCard.id,
            redeem_date: guestCard.start_date,
            valid_until_date: guestCard.end_date,
          });
        },
        changeAfter: (_, { member_card_id }) =>
          execute(sql`update member_card set end_date = start_date + 30 where id = ${member_card_id}`),
      },
    ],
    [
      'member_voucher',
      'it is unpaid, and the user may not give it',
      {
        body: async () => {
          const guestCard = await card();
          const kind = await inputs.create(resources.voucher, {
            membership_id: baseRecords.membership,
            hotel_id: null,
            nominal: '900000000.000',
          });
          return inputs.createFull(resources.member_voucher, {
            member_card_id: guestCard.id,
            voucher_id: kind.id,
            redeem_date: guestCard.start_date,
            valid_until_date: guestCard.end_date,
          });
        },
        changeAfter: async () => undefined,
        by: clerk,
      },
    ],
  ];

  test.each(CASES)('is rejected for %s, since %s', async (key, _, item) => {
    await expectRejected(resources[key], item);
  });

  /** Resources whose rules for new records cannot be broken by another record, or that have their own tests. */
  const UNCOVERED_RESOURCES: Readonly<Record<string, string>> = {
    country: 'its time zone and its own move',
    integration: 'its addresses',
    mail_template: 'of its changes alone',
    membership_price: 'its decimals, as of a line of a transaction',
    option: 'its own slug',
    option_detail: 'its own value, and the option keeps its slug',
    report: 'of its changes alone',
    transaction: 'below',
    type_input: 'of its changes alone',
    voucher_redeem: 'redemptions/restored-redemptions.test.ts',
    webhook: 'its address, and its user',
    flagged_activity: 'created by the server',
  };

  test('is tested for every resource with rules for new records', () => {
    const resourcesWithRules = Object.entries(createResourceHooks(async () => undefined)).flatMap(([key, hooks]) =>
      hooks?.check ? [key] : [],
    );
    const coveredKeys = new Set<string>([...CASES.map(([key]) => key), ...Object.keys(UNCOVERED_RESOURCES)]);
    expect(resourcesWithRules.filter((key) => !coveredKeys.has(key))).toEqual([]);
  });
});

test('a member with complimentary visits credited when the limit was higher is restored', async () => {
  const { member } = (await fixtures.sell()).body.data;
  await postChange(`member/${member.id}`, { comp_visits_period: 5, comp_visits_reason: 'Power cut' });
  await expectRemoved('member', member.id);
  const limitDetailId = await fixtures.findOptionDetail('complimentary-visits', 'per-term');
  await postChange(`option_detail/${limitDetailId}`, { value: '4' });
  await postChange(`member/${member.id}/restore`, {});
  await postChange(`option_detail/${limitDetailId}`, { value: '5' });
  expect(await get('member', member.id)).toMatchObject({ comp_visits_period: 5 });
});

/** Records beyond the clerk's limit. */
const RECORDS_OVER_LIMIT: Readonly<
  Record<string, { readonly key: 'transaction' | 'member_card'; readonly createRecord: () => Promise<number> }>
> = {
  'a bill with a discount': {
    key: 'transaction',
    createRecord: async () => {
      const { id } = await inputs.create(resources.transaction, { hotel_id: fixtures.h1 });
      await inputs.create(resources.transaction_detail, { transaction_id: id, quantity: 1, unit_price: '1000000' });
      await postChange(`transaction/${id}`, { discount: '500000' });
      return id;
    },
  },
  'a sale with a discount': {
    key: 'transaction',
    createRecord: async () => (await fixtures.sell({ discount: '500000' })).body.data.transaction.id,
  },
  'an unpaid card': { key: 'member_card', createRecord: async () => (await card()).id },
};

test.each(Object.entries(RECORDS_OVER_LIMIT))(
  'a restore of %s succeeds within the limit, or for the user who has just deleted it',
  async (_, { key, createRecord }) => {
    const id = await createRecord();
    await expectRemoved(key, id);
    const restoreRecord = (token: string) => post(`${key}/${id}/restore`, {}, token);
    expectError(await restoreRecord(clerk.token), 409, 'conflict');
    expect((await restoreRecord(admin.token)).status).toBe(200);
    const now = api.clock();
    const deleteRecord = async () => {
      const reply = await call(app, clerk.token, 'DELETE', `/api/${key}/${id}`, REASON);
      expect(reply.status, reply.text).toBe(200);
    };
    await deleteRecord();
    const undoReply = await restoreRecord(clerk.token);
    expect(undoReply.status, undoReply.text).toBe(200);
    await deleteRecord();
    api.setClock(new Date(now.getTime() + 11 * 60_000));
    expectError(await restoreRecord(clerk.token), 409, 'conflict');
    expect((await restoreRecord(admin.token)).status).toBe(200);
  },
);

const findActiveOnly = (d: ResourceDefinition): string[] =>
  Object.entries(d.fields).flatMap(([name, f]) =>
    f.kind === 'reference' && f.activeOnly && isWritable(f) ? [name] : [],
  );
test.each(selectResources((d) => !d.readOnly && findActiveOnly(d).length > 0))(
  'a record of an inactive hotel is restored by each call: %s',
  async (key, d) => {
    for (const name of findActiveOnly(d)) {
      const hotel = await createHotel(db, baseRecords.country);
      const { id } = await inputs.create(d, { [name]: hotel });
      await postChange(`hotel/${hotel}`, { is_active: 0 });
      for (const restore of ['restore', 'restoreBulk', 'undoBulk']) {
        const deletion = await post(`${key}/destroyBulk`, { ids: [id], ...REASON.body });
        expect(deletion.status, deletion.text).toBe(200);
        const request_id = String(deletion.headers['x-request-id']);
        const restoreReply = await (restore === 'restore'
          ? post(`${key}/${id}/restore`)
          : post(`${key}/${restore}`, restore === 'undoBulk' ? { request_id } : { ids: [id] }));
        expect(restoreReply.status, restoreReply.text).toBe(200);
        expect((await get(key, id)).deleted_at).toBeNull();
      }
    }
  },
);

test('a sale of an inactive member is not restored, because no sale to that member is possible', async () => {
  const { member, transaction } = (await fixtures.sell()).body.data;
  await expectRemoved('transaction', transaction.id);
  await postChange(`member/${member.id}`, { is_active: 0 });
  expectSame(await post(`transaction/${transaction.id}/restore`), await fixtures.sell({ member_id: member.id }));
  await postChange(`member/${member.id}`, { is_active: 1 });
  expect((await post(`transaction/${transaction.id}/restore`)).status).toBe(200);
});

test('a sale is not restored if vouchers have a kind that was deleted since', async () => {
  const gold = await inputs.create(resources.membership, {
    is_free: 0,
    is_regional: 0,
    restrict_region_id: null,
    currency_country_id: null,
  });
  const kind = await inputs.create(resources.voucher, {
    membership_id: gold.id,
    hotel_id: null,
    is_active: 1,
    quantity: 1,
  });
  const { transaction } = (await fixtures.sell({ membership_id: gold.id })).body.data;
  await expectRemoved('transaction', transaction.id);
  await expectRemoved('voucher', kind.id);
  const { errors } = expectError(await post(`transaction/${transaction.id}/restore`), 409, 'conflict');
  expect(Object.keys(errors ?? {})).toEqual(['voucher_id']);
  await postChange(`voucher/${kind.id}/restore`, {});
  expect((await post(`transaction/${transaction.id}/restore`)).status).toBe(200);
});

test('a sale is not restored if another card now has its card number', async () => {
  const { transaction, member_card } = (await fixtures.sell()).body.data;
  await expectRemoved('transaction', transaction.id);
  await inputs.create(resources.member_card, { sbec_no: member_card.sbec_no });
  const { errors } = expectError(await post(`transaction/${transaction.id}/restore`), 409, 'conflict');
  expect(Object.keys(errors ?? {})).toEqual(['sbec_no']);
});

test('a card is restored next to the one that a merge moved here', async () => {
  const [ownCard, otherCard] = [await card(), await card()];
  await postChange(`member/${Number(ownCard.member_id)}/merge`, { member_id: Number(otherCard.member_id), fields: {} });
  await expectRemoved('member_card', otherCard.id);
  await postChange(`member_card/${otherCard.id}/restore`, {});
  expect(await get('member_card', otherCard.id)).toMatchObject({ member_id: ownCard.member_id, deleted_at: null });
});

test('a card is not restored if its number was replaced in the meantime', async () => {
  const memberCard = await inputs.create(resources.member_card);
  await expectRemoved('member_card', memberCard.id);
  const otherMemberCard = await inputs.create(resources.member_card, { sbec_no: memberCard.sbec_no });
  await postChange(`member_card/${otherMemberCard.id}/replace`, { reason: 'Lost card' });
  const { errors } = expectError(await post(`member_card/${memberCard.id}/restore`), 409, 'conflict');
  expect(Object.keys(errors ?? {})).toEqual(['sbec_no']);
});

test('records that were entered in time are restored regardless of their age', async () => {
  const now = api.clock();
  const bill = parseWritten(await visit({ visit_date: now.toISOString(), remark: null }));
  await expectRemoved('visit', bill.id);
  api.setClock(new Date(now.getTime() + 200 * 86_400_000));
  const reply = await post(`visit/${bill.id}/restore`);
  expect(reply.status, reply.text).toBe(200);
});
