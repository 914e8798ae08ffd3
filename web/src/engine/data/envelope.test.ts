import { getResource, resourceKeys } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { readPage, readRecord, readWrittenRecord } from './envelope.ts';

const row = { id: 7, version: 1, name: 'Bali' };
const meta = { page: 2, per_page: 25, total: 60, total_is_estimate: true };

describe('readPage', () => {
  const bodies: Record<string, unknown> = { module_group: [row], role_group: { data: { data: [row] }, meta } };

  it.each(resourceKeys)('extracts the list of %s', (key) => {
    const d = getResource(key);
    const nested = d.envelope?.list === 'nested';
    const body = bodies[key] ?? (nested ? { data: { data: [row] }, meta } : { data: [row], meta });
    expect(readPage(d, { body, headers: new Headers() }).rows).toEqual([row]);
  });

  it('reads the totals from the body', () => {
    expect(readPage(getResource('hotel'), { body: { data: [row], meta }, headers: new Headers() }).meta).toEqual(meta);
  });

  it('reads the totals from the headers if the body is the list', () => {
    const headers = new Headers({ 'X-Total-Count': '41', 'X-Total-Is-Estimate': 'false' });
    expect(readPage(getResource('module_group'), { body: [row], headers }).meta).toMatchObject({
      total: 41,
      total_is_estimate: false,
    });
  });

  it('counts the rows if the response has no totals', () => {
    expect(
      readPage(getResource('option'), { body: { data: { data: [row, row] } }, headers: new Headers() }).meta.total,
    ).toBe(2);
  });

  it('rejects a response without a list', () => {
    expect(() => readPage(getResource('hotel'), { body: { data: row }, headers: new Headers() })).toThrow(
      'no list of hotel',
    );
  });
});

describe('readRecord', () => {
  it('reads a record from data, one level deeper for role groups and module groups', () => {
    const headers = new Headers();
    expect(readRecord(getResource('hotel'), { body: { data: row }, headers })).toEqual(row);
    expect(readRecord(getResource('role_group'), { body: { data: { data: row } }, headers })).toEqual(row);
    expect(readRecord(getResource('module_group'), { body: { data: { data: row } }, headers })).toEqual(row);
  });

  it('reads the response to a write from data for every resource', () => {
    expect(readWrittenRecord(getResource('role_group'), { body: { data: row }, headers: new Headers() })).toEqual(row);
  });

  it('rejects a response without a record', () => {
    expect(() => readRecord(getResource('hotel'), { body: { data: [] }, headers: new Headers() })).toThrow('no hotel');
  });
});
