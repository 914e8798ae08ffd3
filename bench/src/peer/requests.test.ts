import { getResource } from '@innkeeper/contract';
import { describe, expect, test } from 'vitest';
import type { WorkloadContext } from '../workload.ts';
import { unsearchedColumns } from './copy-tables.ts';
import { peerWorkloads } from './measure-peer.ts';
import { assertSameRead, readResult, toPeerRequest } from './requests.ts';
import { PEER_TABLES, peerColumns } from './tables.ts';

const records = { ids: [7, 8], rare: 'INV-1', common: 'Budi', sample: { hotel_id: 3 } };
const context: WorkloadContext = {
  ids: [7, 8],
  commonName: 'Santoso',
  rareName: 'Zulkarnain',
  fullName: ['Adi', 'Santoso'],
  cards: ['1'],
  newMember: { first_name: 'Adi' },
  sale: { membership_id: 1, type_payment_id: 1 },
  records: { visit: records, member_voucher: records, voucher_redeem: records },
  redeemable: { ids: [1], hotelId: 1 },
  system: { hotelId: 1, cards: [], guests: [], vouchers: [] },
};

const parse = (path: string) => {
  const { pathname, searchParams } = new URL(path, 'http://peer');
  const { fields, ...parameters } = Object.fromEntries(searchParams);
  return { pathname, parameters, fields: fields?.split(',') ?? [] };
};

describe('a request to the peer', () => {
  test('lists as many rows in the same order, with their total', () => {
    const { pathname, parameters } = parse(toPeerRequest({ method: 'GET', path: '/api/member' }).path);
    expect(pathname).toBe('/items/member');
    expect(parameters).toEqual({ limit: '25', meta: 'filter_count', sort: '-id' });
  });

  test('filters, sorts and searches by the same values', () => {
    const filtered = '/api/member?filter%5Blast_name%5D%5Bcontains%5D=Sari&sort=first_name';
    expect(parse(toPeerRequest({ method: 'GET', path: filtered }).path).parameters).toMatchObject({
      'filter[last_name][_icontains]': 'Sari',
      sort: 'first_name',
    });
    const searched = toPeerRequest({ method: 'GET', path: '/api/member?search=Sari' });
    expect(parse(searched.path).parameters).toMatchObject({ search: 'Sari', sort: '-id' });
  });

  test('creates and changes a record with the same values', () => {
    const created = toPeerRequest({ method: 'POST', path: '/api/visit', body: { remark: 'a' } });
    expect(created).toMatchObject({ method: 'POST', body: { remark: 'a' } });
    const changed = toPeerRequest({ method: 'POST', path: '/api/visit/12', body: { remark: 'b' } });
    expect(changed).toMatchObject({ method: 'PATCH', body: { remark: 'b' } });
    expect([created, changed].map(({ path }) => parse(path).pathname)).toEqual(['/items/visit', '/items/visit/12']);
  });

  test('leaves out nothing that it does not know', () => {
    for (const path of ['/api/member?page=3', '/api/member?filter%5Bid%5D%5Bgt%5D=3', '/api/member/3/history'])
      expect(() => toPeerRequest({ method: 'GET', path }), path).toThrow('There is no counterpart');
    expect(() => toPeerRequest({ method: 'DELETE', path: '/api/member/3' })).toThrow('There is no counterpart');
  });

  test('returns every stored column, and code and name of references', () => {
    const { fields } = parse(toPeerRequest({ method: 'GET', path: '/api/member/7' }).path);
    expect(fields).toEqual(
      expect.arrayContaining(['id', 'first_name', 'hotel_id.id', 'hotel_id.code', 'hotel_id.name']),
    );
    expect(fields).toEqual(expect.arrayContaining(['membership_id.name', 'type_gender_id.name']));
    expect(fields).not.toContain('password');
    expect(fields).not.toContain('standing');
  });

  test.each(peerWorkloads())('exists for $workload.name', ({ workload }) => {
    const request = workload.call(context, 0);
    const { method, path, body } = toPeerRequest(request);
    const table = /^\/items\/(\w+)/.exec(path)?.[1] ?? '';
    expect(PEER_TABLES).toContain(table);
    expect(method === 'GET').toBe(request.method === 'GET');
    expect(body).toBe(request.body);
  });
});

test('the peer has every table that its columns reference', () => {
  const references = PEER_TABLES.flatMap((table) => peerColumns(table).flatMap(({ to }) => to ?? []));
  expect(new Set(references).difference(new Set<string>(PEER_TABLES))).toEqual(new Set());
  expect(references).toContain('hotel');
});

test('a search of the peer covers the texts that a search of the same list covers', () => {
  expect(unsearchedColumns('member')).toEqual(expect.arrayContaining(['home_address', 'phone_e164', 'hobby']));
  expect(unsearchedColumns('member')).not.toContain('last_name');
  for (const table of PEER_TABLES)
    for (const name of unsearchedColumns(table)) expect(Object.keys(getResource(table).fields)).toContain(name);
});

describe('responses', () => {
  const own = readResult('{"data":[{"id":2},{"id":1}],"meta":{"total":2,"total_is_estimate":false}}');
  const read = (text: string) => readResult(text);

  test('with the same rows and total are the same work', () => {
    expect(() =>
      assertSameRead('list', own, read('{"data":[{"id":2},{"id":1}],"meta":{"filter_count":2}}'), true),
    ).not.toThrow();
    expect(() => assertSameRead('record', read('{"data":{"id":3}}'), read('{"data":{"id":3}}'), true)).not.toThrow();
  });

  test('with other rows, another number of rows or another total are not', () => {
    const others = [
      '{"data":[{"id":1},{"id":2}],"meta":{"filter_count":2}}',
      '{"data":[{"id":2}],"meta":{"filter_count":2}}',
      '{"data":[{"id":2},{"id":1}],"meta":{"filter_count":3}}',
    ];
    for (const text of others) expect(() => assertSameRead('list', own, read(text), true), text).toThrow('the peer');
  });

  test('may differ in rows with the same value of the order, and from an estimated total', () => {
    const estimated = read('{"data":[{"id":2},{"id":1}],"meta":{"total":90,"total_is_estimate":true}}');
    const peer = read('{"data":[{"id":1},{"id":2}],"meta":{"filter_count":87}}');
    expect(() => assertSameRead('list', estimated, peer, false)).not.toThrow();
  });
});
