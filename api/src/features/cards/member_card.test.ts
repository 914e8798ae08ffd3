import { getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { parseWritten } from '../../testing/responses.ts';
import { expectError, expectInvalid } from '../../testing/expectations.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { checkSum } from '../../testing/check-sum.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createMembership, createBaseRecords } from '../../testing/base-records.ts';

const RACERS = 50;
const api = await startTestApp({ connections: RACERS });
const { db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const { card, get, post, remove } = createProgramme(api, admin, inputs, baseRecords.hotel);

const toBody = async (overrides: Input): Promise<Input> => ({
  ...(await inputs.createRequired(getResource('member_card'))),
  ...overrides,
});
const toYear = (year: number) => ({ start_date: `${year}-01-01`, end_date: `${year}-12-31` });

describe('the number of a card', () => {
  test('is generated if none is entered: unique, not sequential, with a check digit', async () => {
    const numbers: string[] = [];
    for (let i = 0; i < 20; i += 1) {
      numbers.push(String(parseWritten(await post('member_card', await toBody({ sbec_no: '' }))).sbec_no));
    }
    expect(new Set(numbers).size).toBe(numbers.length);
    for (const number of numbers) {
      expect(number).toMatch(/^\d{12,}$/);
      expect(checkSum(number, '0123456789')).toBe(0);
    }
    expect(new Set(numbers.map((number) => number.slice(-5, -1))).size).toBeGreaterThan(15);
  });

  test('can be a preprinted one that is unused', async () => {
    const sbec_no = '8800 1234 5678';
    expect(parseWritten(await post('member_card', await toBody({ sbec_no })))).toMatchObject({ sbec_no });
    expectInvalid(await post('member_card', await toBody({ sbec_no })), 'sbec_no');
  });
});

describe('active cards of one member', () => {
  test('do not overlap by a single day, apart from inactive or deleted ones', async () => {
    const first = await card(toYear(2024));
    const { member_id } = first;
    const overlapping = { member_id, start_date: '2024-12-31', end_date: '2025-12-30' };
    const { message } = expectError(await post('member_card', await toBody(overlapping)), 409, 'conflict');
    expect(message).toContain('another active card');
    expect((await post('member_card', await toBody({ member_id, ...toYear(2025) }))).status).toBe(201);
    await post(`member_card/${first.id}`, { is_active: 0 });
    const innerCard = parseWritten(await post('member_card', await toBody({ member_id, ...toYear(2024) })));
    expectError(await post(`member_card/${first.id}`, { is_active: 1 }), 409, 'conflict');
    await remove('member_card', innerCard.id);
    expect((await post(`member_card/${first.id}`, { is_active: 1 })).status).toBe(200);
    expectError(await post(`member_card/${innerCard.id}/restore`), 409, 'conflict');
  });

  test('may overlap through an upgrade', async () => {
    const lower = await card(toYear(2024));
    await sql`insert into member_card (member_id, membership_id, hotel_id, start_date, end_date, is_active,
          upgraded_from_id)
      values (${lower.member_id}, ${await createMembership(db)}, ${baseRecords.hotel}, '2024-06-01', '2024-12-31', true,
          ${lower.id})`.execute(db.kysely);
  });

  test('number only one after fifty clerks sell concurrently', async () => {
    const { id: member_id } = await inputs.create(getResource('member'));
    const bodies = await Promise.all(Array.from({ length: RACERS }, () => toBody({ member_id, ...toYear(2026) })));
    const replies = await Promise.all(bodies.map((body) => post('member_card', body)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const reply of replies) if (reply.status !== 201) expectError(reply, 409, 'conflict');
  });
});

test('a card must begin before it ends', async () => {
  expectInvalid(
    await post('member_card', await toBody({ start_date: '2026-02-02', end_date: '2026-02-01' })),
    'start_date',
  );
});

test("a member's validity is derived from the first and the last day of active cards", async () => {
  const first = await card(toYear(2024));
  const readMember = () => get('member', Number(first.member_id));
  expect(await readMember()).toMatchObject({ member_date: '2024-01-01', valid_until_date: '2024-12-31' });
  const nextCard = await card({ member_id: first.member_id, ...toYear(2025) });
  expect(await readMember()).toMatchObject({ member_date: '2024-01-01', valid_until_date: '2025-12-31' });
  await post(`member_card/${nextCard.id}`, { end_date: '2026-03-31', remark: 'Illness' });
  expect(await readMember()).toMatchObject({ valid_until_date: '2026-03-31' });
  await post(`member_card/${nextCard.id}`, { is_active: 0 });
  expect(await readMember()).toMatchObject({ valid_until_date: '2024-12-31' });
  await remove('member_card', first.id);
  expect(await readMember()).toMatchObject({ valid_until_date: null, standing: 'none' });
  await post(`member_card/${first.id}/restore`);
  expect(await readMember()).toMatchObject({ valid_until_date: '2024-12-31', standing: 'lapsed' });
});
