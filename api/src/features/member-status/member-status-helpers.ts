import type { Standing } from '@innkeeper/contract/calls';
import { checkIntegrity } from '@innkeeper/db/testing';
import { afterEach } from 'vitest';
import { ageCard } from '../../testing/age-card.ts';
import { type ResponseRecord, parseWritten } from '../../testing/responses.ts';
import { call } from '../../testing/call.ts';
import { createFixtures } from '../../testing/fixtures.ts';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createBaseRecords } from '../../testing/base-records.ts';

/** Number of concurrent callers. */
export const CONCURRENT_CALLERS = 20;

/**
 * Starts a server for one test file, with a programme that sells, and visits to it. After each test the data is
 * reconciled.
 */
export async function startStatusServer() {
  const api = await startTestApp({ connections: CONCURRENT_CALLERS, isMailQueued: true });
  const { app, db } = api;
  const admin = await createUser(db, { level: 'group' });
  const inputs = createInputs(api, admin, await createBaseRecords(db));
  const fixtures = await createFixtures(api, admin, inputs);
  const { get, post, remove } = createProgramme(api, admin, inputs, fixtures.h1);

  let bills = 0;
  const visit = async (memberId: number, overrides: Input = {}) => {
    bills += 1;
    return post('visit', {
      hotel_id: fixtures.h1,
      member_id: memberId,
      reference_no: `B${bills}`,
      total_fb: '100000',
      staff_name: 'Ayu',
      remark: 'From the paper book',
      ...overrides,
    });
  };
  const visits = async (memberId: number, count: number, overrides: Input = {}): Promise<ResponseRecord[]> => {
    const created: ResponseRecord[] = [];
    for (let i = 0; i < count; i += 1) created.push(parseWritten(await visit(memberId, overrides)));
    return created;
  };
  const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
  const standing = async (memberId: number): Promise<Standing> =>
    (await call<{ data: Standing }>(app, admin.token, 'GET', `/api/member/${memberId}/standing`)).body.data;
  /** A Gold member whose card began the given number of days ago. */
  const member = async (since = 0) => {
    const { data } = (await fixtures.sell()).body;
    await ageCard(db, data.member_card.id, since);
    return { ...data, card: await get('member_card', data.member_card.id) };
  };
  const readCards = async (memberId: number) => {
    const { body } = await call<{ data: ResponseRecord[] }>(
      app,
      admin.token,
      'GET',
      `/api/member_card?member_id=${memberId}&sort=id`,
    );
    return body.data;
  };
  const readVouchers = async (cardId: number) => {
    const { body } = await call<{ data: ResponseRecord[] }>(
      app,
      admin.token,
      'GET',
      `/api/member_voucher?member_card_id=${cardId}&sort=id`,
    );
    return body.data;
  };
  const readHistory = async (memberId: number) => {
    const { body } = await call<{ data: { by: unknown; changes: Input }[] }>(
      app,
      admin.token,
      'GET',
      `/api/member/${memberId}/history`,
    );
    return body.data;
  };

  afterEach(async () => {
    const differences = await checkIntegrity(db);
    if (differences.length > 0) throw new Error(`The reconciliation found differences: ${JSON.stringify(differences)}`);
  });

  return {
    app,
    db,
    admin,
    inputs,
    fixtures,
    get,
    post,
    remove,
    visit,
    visits,
    daysAgo,
    standing,
    member,
    readCards,
    readVouchers,
    readHistory,
  };
}
