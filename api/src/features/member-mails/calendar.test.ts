import { getResource } from '@innkeeper/contract';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Input, createInputs } from '../../testing/inputs.ts';
import { createMailWorker } from '../../testing/mail-worker.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { createHotel, createBaseRecords } from '../../testing/base-records.ts';
import { queueDailyMails } from './calendar.ts';

const api = await startTestApp({ isMailQueued: true, environment: { LOG_LEVEL: 'silent' } });
const { db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const { card } = createProgramme(api, admin, inputs, baseRecords.hotel);
const { readLog, deliver } = createMailWorker(api);

let members = 0;
/** Creates a member who gets scheduled mails only if the overrides cause them. */
async function createMember(overrides: Input = {}) {
  members += 1;
  const email = `guest.${members}@example.test`;
  const member = await inputs.create(getResource('member'), {
    email,
    birth_date: null,
    hotel_id: baseRecords.hotel,
    all_notification: 1,
    membership_notification: 1,
    birthday_notification: 1,
    is_active: 1,
    ...overrides,
  });
  return { id: member.id, email };
}
const createCard = (member: { id: number }, end_date: string) =>
  card({
    member_id: member.id,
    membership_id: baseRecords.membership,
    start_date: '2025-01-01',
    end_date,
    is_active: 1,
  });
const queueMailsAt = (moment: string) => queueDailyMails(db, new Date(moment));
const readTypesTo = async ({ email }: { email: string }) => (await readLog(email)).map(({ mail_type }) => mail_type);

describe('a birthday', () => {
  test('sends a mail on its local day at the member’s hotel, from eight in the morning', async () => {
    const jakarta = await createMember({ birth_date: '1990-05-22' });
    const honolulu = await createMember({
      birth_date: '1990-05-22',
      hotel_id: await createHotel(db, baseRecords.country, 'Pacific/Honolulu'),
    });
    await queueMailsAt('2026-05-22T00:59:00Z');
    expect([await readTypesTo(jakarta), await readTypesTo(honolulu)]).toEqual([[], []]);
    await queueMailsAt('2026-05-22T01:00:00Z');
    expect([await readTypesTo(jakarta), await readTypesTo(honolulu)]).toEqual([['birthday'], []]);
    await queueMailsAt('2026-05-22T18:00:00Z');
    expect([await readTypesTo(jakarta), await readTypesTo(honolulu)]).toEqual([['birthday'], ['birthday']]);
    expect((await deliver()).flatMap(({ to }) => to)).toEqual(expect.arrayContaining([jakarta.email, honolulu.email]));
  });

  test('sends one mail regardless of the number of processes, and another one a year later', async () => {
    const sari = await createMember({ birth_date: '1990-06-01' });
    await Promise.all(Array.from({ length: 8 }, () => queueMailsAt('2026-06-01T02:00:00Z')));
    await queueMailsAt('2026-06-01T12:00:00Z');
    expect(await readTypesTo(sari)).toEqual(['birthday']);
    expect((await deliver()).map(({ to }) => to)).toEqual([[sari.email]]);
    await queueMailsAt('2027-06-01T02:00:00Z');
    expect(await readTypesTo(sari)).toEqual(['birthday', 'birthday']);
  });

  test.each([
    ['2027-02-28T03:00:00Z', 1],
    ['2028-02-28T03:00:00Z', 0],
    ['2028-02-29T03:00:00Z', 1],
    ['2027-03-01T03:00:00Z', 0],
  ])('sends on a leap day, at %s, this many mails: %i', async (moment, times) => {
    const sari = await createMember({ birth_date: '1992-02-29' });
    await queueMailsAt(moment);
    expect(await readTypesTo(sari)).toHaveLength(times);
  });

  test.each([
    [{ birthday_notification: 0 }, ['skipped']],
    [{ all_notification: 0 }, ['skipped']],
    [{ is_active: 0 }, []],
  ])('sends no mail with %j', async (quiet, statuses) => {
    const sari = await createMember({ birth_date: '1990-07-01', ...quiet });
    await queueMailsAt('2026-07-01T03:00:00Z');
    await queueMailsAt('2026-07-01T04:00:00Z');
    expect((await readLog(sari.email)).map(({ delivery_status }) => delivery_status)).toEqual(statuses);
  });
});

describe('the expiry of a card', () => {
  test('sends one reminder thirty days before, with the remaining requirements', async () => {
    const sari = await createMember({ origin_country_id: baseRecords.country });
    await createCard(sari, '2026-09-30');
    await sql`update member set comp_visits_period = 1 where id = ${sari.id}`.execute(db.kysely);
    await queueMailsAt('2026-08-30T03:00:00Z');
    expect(await readTypesTo(sari)).toEqual([]);
    api.setClock(new Date('2026-08-31T03:00:00Z'));
    await queueMailsAt('2026-08-31T03:00:00Z');
    await queueMailsAt('2026-09-01T03:00:00Z');
    expect(await readTypesTo(sari)).toEqual(['expiry-reminder']);
    const [receivedMail] = await deliver();
    expect(receivedMail?.mail.subject).toBe('Your membership ends on 30 Sep 2026');
    expect(receivedMail?.mail.text).toContain('ends in 30 days, on 30 Sep 2026.');
    expect(receivedMail?.mail.text).toContain('Visits still needed to keep it: 2.');
  });

  test('sends a late reminder after a short outage of the server, but not after a long one', async () => {
    const [lateMember, memberPastReminderWindow] = [await createMember(), await createMember()];
    await createCard(lateMember, '2027-01-30');
    await createCard(memberPastReminderWindow, '2027-01-29');
    await queueMailsAt('2027-01-03T03:00:00Z');
    expect([await readTypesTo(lateMember), await readTypesTo(memberPastReminderWindow)]).toEqual([
      ['expiry-reminder'],
      [],
    ]);
  });

  test('sends no reminder to a member who has renewed', async () => {
    const sari = await createMember();
    await createCard(sari, '2027-06-30');
    await sql`
      insert into member_card (member_id, membership_id, hotel_id, start_date, end_date, is_active)
      values (${sari.id}, ${baseRecords.membership}, ${baseRecords.hotel}, '2027-07-01', '2028-06-30', true)`.execute(
      db.kysely,
    );
    await queueMailsAt('2027-05-31T03:00:00Z');
    expect(await readTypesTo(sari)).toEqual([]);
    await queueMailsAt('2028-05-31T03:00:00Z');
    expect(await readTypesTo(sari)).toEqual(['expiry-reminder']);
    const { rows } = await sql<{ end_date: string }>`
      select c.end_date from mail_cause m join member_card c on c.id = m.member_card_id
      where m.occasion = ${`expiry-reminder ${sari.id} 2028-06-30`}`.execute(db.kysely);
    expect(rows).toEqual([{ end_date: '2028-06-30' }]);
  });
});
