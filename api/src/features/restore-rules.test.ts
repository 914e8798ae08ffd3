import { INPUT_TYPE, type ResourceDefinition, isWritable, resources } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { loadActorByUserId } from '../access/actor.ts';
import type { ResourceHooks, Values } from '../engine/resources/resource-hooks.ts';
import { restoreRecords } from '../engine/resources/restore.ts';
import { runInTransaction } from '../engine/resources/transaction.ts';
import { type ApiError, fail } from '../platform/http/api-error.ts';
import { writtenIn } from '../testing/responses.ts';
import { REASON, type Reply, call } from '../testing/call.ts';
import { expectError } from '../testing/expectations.ts';
import { createFixtures } from '../testing/fixtures.ts';
import { type Input, createInputs } from '../testing/inputs.ts';
import { createProgramme } from '../testing/test-programme.ts';
import { fastHash } from '../testing/fast-hash.ts';
import { everyWritable, resourcesThat } from '../testing/resources.ts';
import { startTestApp } from '../testing/test-app.ts';
import { type TestUser, createUser } from '../testing/user.ts';
import { createCountry, createHotel, createRegion, createBaseRecords } from '../testing/base-records.ts';
import { createResourceHooks } from './resource-hooks.ts';

/** A deleted record can be restored only if it could be created now, at its own date. */

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const clerk = await createUser(db, { level: 'group', discountLimit: 10 });
const regional = await createUser(db, { level: 'region' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const fixtures = await createFixtures(api, admin, inputs);
const { card, visit, get, post, remove } = createProgramme(api, admin, inputs, fixtures.h1);

const removed = async (key: string, id: number) => expect((await remove(key, id)).status).toBe(200);
const changed = async (path: string, set: Input) => {
  const reply = await post(path, set);
  expect(reply.status, reply.text).toBeLessThan(300);
};
const run = (statement: ReturnType<typeof sql>) => statement.execute(db.kysely);

/**
 * Expects the message of creating. A restore sends no field, so a 422 about fields becomes a 409, and so does a missing
 * approval.
 */
function expectSame(reply: Reply<unknown>, created: Reply<unknown>, ids?: readonly string[]): void {
  // ExpectError checks it below.
  const made = JSON.parse(created.text) as { error: string; message: string; errors?: object };
  const errors = { ...made.errors, ...(ids && { ids }) };
  const has = Object.keys(errors).length > 0 && { errors };
  expectError(created, created.status, made.error);
  const isOfFields = made.error === 'validation_failed';
  const isConflict = isOfFields || made.error === 'approval_needed';
  expect(expectError(reply, isOfFields ? 409 : created.status, isConflict ? 'conflict' : made.error)).toMatchObject({
    ...(!isOfFields && { message: made.message }),
    ...has,
  });
}

interface Case {
  /** The body of the record to create and delete. */
  readonly body: () => Promise<Input>;
  /** Afterwards creating it is rejected, possibly because the body has changed by then. */
  readonly since: (id: number, body: Input) => Promise<unknown>;
  readonly by?: TestUser;
  /** Whether the user may never create such a record. */
  readonly isNeverAllowed?: boolean;
}

/** Creates and deletes a record, then tries to restore it by each call once it can no longer be created. */
async function expectRejected(
  d: ResourceDefinition,
  { body, since, by = admin, isNeverAllowed = false }: Case,
): Promise<void> {
  const requestBody = await body();
  const made = await post(d.key, requestBody);
  expect(made.status, made.text).toBe(201);
  const { id } = writtenIn(made);
  const spare = (await inputs.create(d)).id;
  await removed(d.key, spare);
  const deletion = await post(`${d.key}/destroyBulk`, { ids: [id], ...REASON.body });
  expect(deletion.status, deletion.text).toBe(200);
  await since(id, requestBody);
  const as = (path: string, sent: Input = {}) => post(path, sent, by.token);
  const created = await as(d.key, requestBody);
  expectSame(await as(`${d.key}/${id}/restore`), created);
  expectSame(await as(`${d.key}/restoreBulk`, { ids: [id, spare] }), created, [String(id)]);
  const rejected = isNeverAllowed ? [id, spare] : [id];
  expect((await as(`${d.key}/restoreBulk`, { ids: [id, spare], dry_run: 1 })).body).toMatchObject({
    data: { matched: 2, restored: 2 - rejected.length, rejected },
  });
  if (by === admin)
    expectSame(await as(`${d.key}/undoBulk`, { request_id: String(deletion.headers['x-request-id']) }), created);
  expect((await get(d.key, id)).deleted_at).not.toBeNull();
}

describe('creating and restoring a record', () => {
  const request = async () => {
    const actor = await loadActorByUserId(db.kysely, admin.id);
    if (!actor) throw new Error('The administrator is missing');
    return { actor, now: api.clock(), ip: '127.0.0.1', requestId: 'restored', timeZone: 'UTC' };
  };
  const TEXTS = { en: 'None of these.', id: 'Tidak ada.' };
  const rejection = () => fail('conflict', { message: TEXTS });
  const rejectNew = (values: Values, before: unknown) => {
    if (before === null) throw rejection();
    return values;
  };
  const hooks: Readonly<Record<string, ResourceHooks>> = {
    rowRule: { rowRule: (_, values, before) => rejectNew(values, before) },
    beforeWrite: { beforeWrite: async (_, values, before) => rejectNew(values, before) },
    many: { many: { before: async (_, rows) => rows.map(rejection), after: async () => undefined } },
  };

  test.each(everyWritable)('is rejected by each hook of a resource: %s', async (key, d) => {
    const { id } = await inputs.create(d);
    await removed(key, id);
    for (const [name, hook] of Object.entries(hooks)) {
      const all = createResourceHooks(async () => undefined);
      const computedSql = all[key]?.computedSql;
      const services = {
        hooksByResource: { ...all, [key]: { ...hook, ...(computedSql && { computedSql }) } },
        hashSecret: fastHash,
      };
      const restored = runInTransaction(db, await request(), (context) =>
        restoreRecords({ context, services, d, timeZone: 'UTC' }, [id]),
      );
      const error: ApiError = await restored.then(
        () => expect.unreachable(name),
        (caught) => caught,
      );
      expect(error.details, name).toMatchObject({ message: TEXTS });
    }
  });

  /** A country with a hotel, used by this test only. */
  const place = async () => {
    const country = await createCountry(db, await createRegion(db));
    return { country, hotel: await createHotel(db, country) };
  };
  const mailType = async (code: string) => fixtures.detail('mail-type', code);
  const reminder = async () =>
    (await inputs.create(resources.mail_template, { mail_type_id: await mailType('expiry-reminder') })).id;
  const asWelcome = async (template: unknown) =>
    run(sql`update mail_template set mail_type_id = ${await mailType('welcome')} where id = ${template}`);
  const ofReminder = 'In {{ card.days_left }} days';
  const input = async (type: keyof typeof INPUT_TYPE) =>
    // Reference data.
    (await run(sql`select id from type_input where code = ${INPUT_TYPE[type]}`)).rows[0] as { id: number };

  const CASES: readonly [keyof typeof resources, string, Case][] = [
    [
      'hotel',
      'its country is in no region of the group',
      {
        body: async () => inputs.full(resources.hotel, { country_id: (await place()).country }),
        since: (_, { country_id }) =>
          run(
            sql`update country set region_id = (select id from region where code = 'WORLD') where id = ${country_id}`,
          ),
      },
    ],
    [
      'region_users',
      'its hotel moved to another region',
      {
        body: async () => {
          const { country, hotel } = await place();
          const { region_id } = await get('country', country);
          const user_id = (await createUser(db, { level: 'region' })).id;
          return { user_id, region_id, restrict_hotel_id: hotel };
        },
        since: (_, { restrict_hotel_id }) =>
          run(sql`update country set region_id = ${baseRecords.region}
            where id = (select country_id from hotel where id = ${restrict_hotel_id})`),
      },
    ],
    [
      'users',
      'its user name is the email of another user',
      {
        body: () => inputs.full(resources.users, { username: 'putu@example.test' }),
        since: () => inputs.create(resources.users, { email: 'putu@example.test' }),
      },
    ],
    [
      'users',
      'its name looks like that of another user',
      {
        body: () => inputs.full(resources.users, { name: 'Made Wirawan' }),
        since: () => inputs.create(resources.users, { name: 'MADE  WIRAWAN' }),
      },
    ],
    [
      'role_group',
      'it allows more than the user may give',
      {
        body: async () =>
          inputs.full(resources.role_group, { access_type_id: await fixtures.detail('access-type', '1') }),
        since: async () => undefined,
        by: regional,
        isNeverAllowed: true,
      },
    ],
    [
      'module',
      'another one has its codes',
      {
        body: () => inputs.full(resources.module, { slug: 'spa-desk' }),
        since: () => inputs.create(resources.module, { slug: 'spa_desk' }),
      },
    ],
    [
      'member',
      'another one has its email',
      {
        body: () => inputs.full(resources.member, { email: 'made@restored.test' }),
        since: () => inputs.create(resources.member, { email: 'MADE@restored.test' }),
      },
    ],
    [
      'membership',
      'another one has its rank',
      {
        body: () => inputs.full(resources.membership, { rank: 77, restrict_region_id: null }),
        since: () => inputs.create(resources.membership, { rank: 77, restrict_region_id: null }),
      },
    ],
    [
      'mail_language',
      'its template became one of another mail',
      {
        body: async () =>
          inputs.full(resources.mail_language, { mail_template_id: await reminder(), header: ofReminder }),
        since: (_, { mail_template_id }) => asWelcome(mail_template_id),
      },
    ],
    [
      'mail_params',
      'its template became one of another mail',
      {
        body: async () =>
          inputs.full(resources.mail_params, {
            mail_template_id: await reminder(),
            type_input_id: (await input('text')).id,
            default_value: ofReminder,
          }),
        since: (_, { mail_template_id }) => asWelcome(mail_template_id),
      },
    ],
    [
      'mail_language_params',
      'its parameter accepts other values',
      {
        body: async () => {
          const mail_template_id = await reminder();
          const type_input_id = (await input('text')).id;
          const param = await inputs.create(resources.mail_params, {
            mail_template_id,
            type_input_id,
            default_value: 'x',
          });
          const language = await inputs.create(resources.mail_language, { mail_template_id });
          return inputs.full(resources.mail_language_params, {
            mail_language_id: language.id,
            mail_params_id: param.id,
            type_input_id,
            value: 'y',
          });
        },
        since: async (_, { mail_params_id }) =>
          run(sql`update mail_params set type_input_id = ${(await input('editor')).id} where id = ${mail_params_id}`),
      },
    ],
    [
      'report_column',
      'its report is one that has no such column',
      {
        body: async () =>
          inputs.full(resources.report_column, { report_id: (await inputs.create(resources.report)).id }),
        since: async (_, { report_id }) => {
          await run(sql`update report set key = 'former-overview' where key = 'overview-report'`);
          await run(sql`update report set key = 'overview-report' where id = ${report_id}`);
        },
      },
    ],
    [
      'visit',
      'it is above the present limit of its country',
      {
        body: async () =>
          inputs.full(resources.visit, { hotel_id: (await place()).hotel, total_fb: '5000', remark: null }),
        since: (_, { hotel_id }) =>
          run(
            sql`update country set visit_limit = 1000 where id = (select country_id from hotel where id = ${hotel_id})`,
          ),
      },
    ],
    [
      'transaction_detail',
      'its price has more decimals than the currency',
      {
        body: async () => {
          const { country, hotel } = await place();
          await run(sql`update country set decimals = 3 where id = ${country}`);
          const bill = await inputs.create(resources.transaction, { hotel_id: hotel });
          return inputs.full(resources.transaction_detail, { transaction_id: bill.id, unit_price: '10.500' });
        },
        since: (_, { transaction_id }) =>
          run(sql`update country set decimals = 0 where id = (
            select h.country_id from hotel h join transaction t on t.hotel_id = h.id where t.id = ${transaction_id})`),
      },
    ],
    [
      'member_card',
      'the member has another card in its days',
      {
        body: () => inputs.full(resources.member_card),
        since: async (_, body) =>
          inputs.create(resources.member_card, { member_id: body.member_id, start_date: body.start_date }),
      },
    ],
    [
      'member_card',
      'it is unpaid, and the user may not give it',
      { body: () => inputs.full(resources.member_card), since: async () => undefined, by: clerk, isNeverAllowed: true },
    ],
    [
      'member_voucher',
      'its card ends long before it',
      {
        body: async () => {
          const guestCard = await card();
          return inputs.full(resources.member_voucher, {
            member_card_id: guestCard.id,
            redeem_date: guestCard.start_date,
            valid_until_date: guestCard.end_date,
          });
        },
        since: (_, { member_card_id }) =>
          run(sql`update member_card set end_date = start_date + 30 where id = ${member_card_id}`),
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
          return inputs.full(resources.member_voucher, {
            member_card_id: guestCard.id,
            voucher_id: kind.id,
            redeem_date: guestCard.start_date,
            valid_until_date: guestCard.end_date,
          });
        },
        since: async () => undefined,
        by: clerk,
      },
    ],
  ];

  test.each(CASES)('is rejected for %s, since %s', async (key, _, one) => {
    await expectRejected(resources[key], one);
  });

  /** Resources whose rules for new records cannot be broken by another record, or that have their own tests. */
  const OTHERS: Readonly<Record<string, string>> = {
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
    const ruled = Object.entries(createResourceHooks(async () => undefined)).flatMap(([key, hooks]) =>
      hooks?.rowRule || hooks?.beforeWrite || hooks?.many ? [key] : [],
    );
    const known = new Set<string>([...CASES.map(([key]) => key), ...Object.keys(OTHERS)]);
    expect(ruled.filter((key) => !known.has(key))).toEqual([]);
  });
});

test('a member with complimentary visits credited when the limit was higher is restored', async () => {
  const { member } = (await fixtures.sell()).body.data;
  await changed(`member/${member.id}`, { comp_visits_period: 5, comp_visits_reason: 'Power cut' });
  await removed('member', member.id);
  const most = await fixtures.detail('complimentary-visits', 'per-term');
  await changed(`option_detail/${most}`, { value: '4' });
  await changed(`member/${member.id}/restore`, {});
  await changed(`option_detail/${most}`, { value: '5' });
  expect(await get('member', member.id)).toMatchObject({ comp_visits_period: 5 });
});

/** Records beyond the clerk's limit. */
const BEYOND_LIMIT: Readonly<
  Record<string, { readonly key: 'transaction' | 'member_card'; readonly make: () => Promise<number> }>
> = {
  'a bill with a discount': {
    key: 'transaction',
    make: async () => {
      const { id } = await inputs.create(resources.transaction, { hotel_id: fixtures.h1 });
      await inputs.create(resources.transaction_detail, { transaction_id: id, quantity: 1, unit_price: '1000000' });
      await changed(`transaction/${id}`, { discount: '500000' });
      return id;
    },
  },
  'a sale with a discount': {
    key: 'transaction',
    make: async () => (await fixtures.sell({ discount: '500000' })).body.data.transaction.id,
  },
  'an unpaid card': { key: 'member_card', make: async () => (await card()).id },
};

test.each(Object.entries(BEYOND_LIMIT))(
  'a restore of %s succeeds within the limit, or for the user who has just deleted it',
  async (_, { key, make }) => {
    const id = await make();
    await removed(key, id);
    const restore = (token: string) => post(`${key}/${id}/restore`, {}, token);
    expectError(await restore(clerk.token), 409, 'conflict');
    expect((await restore(admin.token)).status).toBe(200);
    const now = api.clock();
    const deleted = async () => {
      const reply = await call(app, clerk.token, 'DELETE', `/api/${key}/${id}`, REASON);
      expect(reply.status, reply.text).toBe(200);
    };
    await deleted();
    const undone = await restore(clerk.token);
    expect(undone.status, undone.text).toBe(200);
    await deleted();
    api.setClock(new Date(now.getTime() + 11 * 60_000));
    expectError(await restore(clerk.token), 409, 'conflict');
    expect((await restore(admin.token)).status).toBe(200);
  },
);

const activeOnly = (d: ResourceDefinition): string[] =>
  Object.entries(d.fields).flatMap(([name, f]) =>
    f.kind === 'reference' && f.activeOnly && isWritable(f) ? [name] : [],
  );
test.each(resourcesThat((d) => !d.readOnly && activeOnly(d).length > 0))(
  'a record of an inactive hotel is restored by each call: %s',
  async (key, d) => {
    for (const name of activeOnly(d)) {
      const hotel = await createHotel(db, baseRecords.country);
      const { id } = await inputs.create(d, { [name]: hotel });
      await changed(`hotel/${hotel}`, { is_active: 0 });
      for (const restore of ['restore', 'restoreBulk', 'undoBulk']) {
        const deletion = await post(`${key}/destroyBulk`, { ids: [id], ...REASON.body });
        expect(deletion.status, deletion.text).toBe(200);
        const request_id = String(deletion.headers['x-request-id']);
        const back = await (restore === 'restore'
          ? post(`${key}/${id}/restore`)
          : post(`${key}/${restore}`, restore === 'undoBulk' ? { request_id } : { ids: [id] }));
        expect(back.status, back.text).toBe(200);
        expect((await get(key, id)).deleted_at).toBeNull();
      }
    }
  },
);

test('a sale of an inactive member is not restored, because no sale to that member is possible', async () => {
  const { member, transaction } = (await fixtures.sell()).body.data;
  await removed('transaction', transaction.id);
  await changed(`member/${member.id}`, { is_active: 0 });
  expectSame(await post(`transaction/${transaction.id}/restore`), await fixtures.sell({ member_id: member.id }));
  await changed(`member/${member.id}`, { is_active: 1 });
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
  await removed('transaction', transaction.id);
  await removed('voucher', kind.id);
  const { errors } = expectError(await post(`transaction/${transaction.id}/restore`), 409, 'conflict');
  expect(Object.keys(errors ?? {})).toEqual(['voucher_id']);
  await changed(`voucher/${kind.id}/restore`, {});
  expect((await post(`transaction/${transaction.id}/restore`)).status).toBe(200);
});

test('a sale is not restored if another card now has its card number', async () => {
  const { transaction, member_card } = (await fixtures.sell()).body.data;
  await removed('transaction', transaction.id);
  await inputs.create(resources.member_card, { sbec_no: member_card.sbec_no });
  const { errors } = expectError(await post(`transaction/${transaction.id}/restore`), 409, 'conflict');
  expect(Object.keys(errors ?? {})).toEqual(['sbec_no']);
});

test('a card is restored next to the one that a merge moved here', async () => {
  const [own, other] = [await card(), await card()];
  await changed(`member/${Number(own.member_id)}/merge`, { member_id: Number(other.member_id), fields: {} });
  await removed('member_card', other.id);
  await changed(`member_card/${other.id}/restore`, {});
  expect(await get('member_card', other.id)).toMatchObject({ member_id: own.member_id, deleted_at: null });
});

test('a card is not restored if its number was replaced in the meantime', async () => {
  const made = await inputs.create(resources.member_card);
  await removed('member_card', made.id);
  const other = await inputs.create(resources.member_card, { sbec_no: made.sbec_no });
  await changed(`member_card/${other.id}/replace`, { reason: 'Lost card' });
  const { errors } = expectError(await post(`member_card/${made.id}/restore`), 409, 'conflict');
  expect(Object.keys(errors ?? {})).toEqual(['sbec_no']);
});

test('records entered in time are restored, no matter how long ago', async () => {
  const now = api.clock();
  const bill = writtenIn(await visit({ visit_date: now.toISOString(), remark: null }));
  await removed('visit', bill.id);
  api.setClock(new Date(now.getTime() + 200 * 86_400_000));
  const reply = await post(`visit/${bill.id}/restore`);
  expect(reply.status, reply.text).toBe(200);
});
