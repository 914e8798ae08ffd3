import { type ReportRun, type ResourceKey, getResource, resources } from '@innkeeper/contract';
import type { SearchResponse } from '@innkeeper/contract/calls';
import type { Db } from '@innkeeper/db';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Reply, call, queryString } from '../../testing/call.ts';
import { expectInvalid } from '../../testing/expectations.ts';
import { createInputs } from '../../testing/inputs.ts';
import { createBaseRecords } from '../../testing/base-records.ts';
import { parseList } from '../../testing/responses.ts';
import { createProgramme } from '../../testing/test-programme.ts';
import { startTestApp } from '../../testing/test-app.ts';
import { createUser } from '../../testing/user.ts';
import { searchSql } from './search.ts';
import { wordSql } from './word-match.ts';

const api = await startTestApp();
const { app, db } = api;
const admin = await createUser(db, { level: 'group' });
const baseRecords = await createBaseRecords(db);
const inputs = createInputs(api, admin, baseRecords);
const { card, voucher, redeem, visit } = createProgramme(api, admin, inputs, baseRecords.hotel);

const get = <T = unknown>(path: string, query: Readonly<Record<string, string>>): Promise<Reply<T>> =>
  call<T>(app, admin.token, 'GET', `${path}?${queryString(query)}`);
const findIds = async (key: ResourceKey, search: string): Promise<readonly number[]> =>
  parseList(getResource(key), await get(`/api/${key}`, { search })).map(({ id }) => id);

const LISTS = ['member', 'member_card', 'member_voucher', 'voucher_redeem', 'visit', 'audit_entry'] as const;
const REPORTS = ['member-report', 'visit-report', 'benefit-report', 'redemption-report'] as const;
/** Calls that search members, by path and parameter. */
const SEARCHES = [
  ...LISTS.map((key) => [`/api/${key}`, 'search'] as const),
  ...REPORTS.map((key) => [`/api/report/run/${key}`, 'search'] as const),
  ['/api/work_list/expiring', 'search'],
] as const;

const DAY_MS = 86_400_000;
const soon = new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10);

/** Creates a guest with a card that ends soon, a redeemed voucher and a visit. */
async function createGuest(first_name: string, last_name: string) {
  const member = await inputs.create(resources.member, { first_name, last_name });
  const guestCard = await card({ member_id: member.id, end_date: soon });
  const guestVoucher = await voucher({ member_card_id: guestCard.id });
  expect((await redeem(guestVoucher)).status).toBe(201);
  expect((await visit({ member_id: member.id })).status).toBe(201);
  return member;
}

const sizes = ['member', 'member_card', 'member_voucher', 'voucher_redeem', 'visit', 'transaction'];

test('a list of few records is searched for any character, in any part of a word', async () => {
  const { id } = await inputs.create(resources.member, { first_name: '本田太郎', last_name: 'Ma(x)' });
  for (const search of ['太郎', '(x)', '田']) expect(await findIds('member', search), search).toEqual([id]);
  expect((await get('/api/member', { search: '@' })).status).toBe(200);
});

describe('in large tables', () => {
  beforeAll(() =>
    db.pool.query(
      `insert into row_count (resource, bucket, live, deleted) select r, 99, 50000, 0 from unnest($1::text[]) r`,
      [sizes],
    ),
  );

  test.each(SEARCHES)('a word without a letter or digit is rejected with words: %s', async (path, parameter) => {
    for (const search of ['@', '%', 'wijaya .', '、'])
      expect(expectInvalid(await get(path, { [parameter]: search }), parameter).errors).toEqual({
        [parameter]: ['Enter a letter or a digit in each word.'],
      });
  });

  test.each([
    ['山田', '太郎', ['山田', '太郎', '山', '太郎 山田']],
    ['Иван', 'Петров', ['иван', 'Петр', 'ПЕТРОВ иван']],
    ['محمد', 'علي', ['محمد', 'علي']],
  ])('a guest with a name in another script is found everywhere: $0', async (first, last, words) => {
    const { id } = await createGuest(first, last);
    await inputs.create(resources.member, { first_name: 'Unrelated', last_name: 'Guest' });
    for (const search of words) {
      expect(await findIds('member', search), search).toEqual([id]);
      for (const key of LISTS) expect(await findIds(key, search), `${key} ${search}`).not.toHaveLength(0);
      for (const key of ['member_card', 'member_voucher', 'visit'] as const)
        expect(await findIds(key, search), `${key} ${search}`).toHaveLength(1);
      for (const key of REPORTS) {
        const { body } = await get<ReportRun>(`/api/report/run/${key}`, { search });
        expect(body.meta.total, `${key} ${search}`).toBe(1);
      }
      const choices = await get<{ data: { id: number }[] }>('/api/member/choices', { search });
      expect(choices.body.data.map((choice) => choice.id)).toEqual([id]);
      const callList = await get<{ data: { member: { id: number } }[] }>('/api/work_list/expiring', { search });
      expect(callList.body.data.map(({ member }) => member.id)).toEqual([id]);
      if (search.length < 2) continue;
      const palette = await get<{ data: SearchResponse }>('/api/search', { q: search });
      expect(palette.body.data.members.map((member) => member.id)).toEqual([id]);
    }
    for (const key of ['member', 'visit'] as const) expect(await findIds(key, '中村'), key).toEqual([]);
  });

  test.each(['member', 'member_card', 'member_voucher', 'visit', 'voucher_redeem'] as const)(
    'a name in another script is not searched in the texts of each record: %s',
    async (key) => {
      const texts: string[] = [];
      const read: Db['read'] = (statement, options) => {
        texts.push(statement.sql);
        return db.read(statement, options);
      };
      const conditions = await searchSql({ ...db, read }, resources[key], ['山田']);
      expect(sql.join(conditions).compile(db.kysely).sql).toMatch(/^\(t\."(id|member_id)" = any\(\$1::bigint\[\]\)\)$/);
      expect(texts.join()).toContain('from "member_name"');
      expect(texts.join()).not.toMatch(/search_|from "member"/);
    },
  );

  test('a word in another script is rejected in a list without names of members', async () => {
    await db.pool.query(
      `insert into row_count (resource, bucket, live, deleted) values ('transaction_detail', 99, 50000, 0)`,
    );
    const reply = await get('/api/transaction_detail', { search: '日本' });
    expect(expectInvalid(reply, 'search').errors?.['search']?.[0]).toContain('without Latin letters');
  });
});

/** Words with every mixture of letters that the index has, and letters that it lacks. */
const WORDS = [
  '日本',
  '日本橋',
  'é',
  'éé',
  'Jäö',
  'éa',
  'aé',
  'a日',
  '日ab',
  'li',
  '@li',
  'x',
  '20%',
  'ab日本',
  'Ñandú',
  'Noé',
];

test('the trigram index finds every word that is searched in the texts of a large table', async () => {
  await db.kysely.transaction().execute(async (tx) => {
    await sql`create temporary table letter (text text) on commit drop`.execute(tx);
    await sql`insert into letter select 'q' || n from generate_series(1, 1000) n`.execute(tx);
    await sql`create index on letter using gin (text gin_trgm_ops, search_name(text) gin_trgm_ops)`.execute(tx);
    await sql`set local enable_seqscan = off`.execute(tx);
    const unsearched: Record<string, string[]> = { plain: [], name: [] };
    for (const notation of ['plain', 'name'] as const)
      for (const word of WORDS) {
        const condition = wordSql(sql`text`, notation, word, true);
        if (condition === undefined) unsearched[notation]?.push(word);
        else {
          const explain = sql<
            Record<string, string>
          >`explain (analyze, timing off) select from letter where ${condition}`;
          const plan = (await explain.execute(tx)).rows.map((row) => row['QUERY PLAN'] ?? '');
          const scans = plan.filter((line) => line.includes('Bitmap Index Scan'));
          expect(scans, plan.join('\n')).not.toHaveLength(0);
          for (const line of scans) expect(line, `${word} as ${notation}`).toMatch(/ rows=0/);
        }
      }
    expect(unsearched).toEqual({ plain: ['日本', '日本橋', 'é', 'éé'], name: ['日本', '日本橋'] });
  });
});
