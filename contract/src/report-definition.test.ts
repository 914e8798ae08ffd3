import { describe, expect, test } from 'vitest';
import { findColumn, getColumn } from './column-path.ts';
import { reportCatalogue } from './report-catalogue.ts';
import { findListed, reportDefinition } from './report-definition.ts';
import { listColumns } from './resource.ts';
import { findReport, reportKeys, reportPath, reportPermission } from './report-pages.ts';

describe.each(reportKeys)('%s as a list', (key) => {
  const d = reportDefinition(key);

  test('has each column of its catalogue under table and column, of the kind that the catalogue says', () => {
    for (const { column: name } of listColumns(d)) {
      const { relations, definition } = getColumn(d, name);
      const [table = ''] = name.split('.');
      const known = reportCatalogue
        .find((part) => part.table === table)
        ?.columns.find(({ column }) => `${table}.${column}` === name);
      expect([relations, definition.kind], name).toEqual([[], known?.kind]);
    }
    expect(d.list.length).toBeGreaterThan(5);
  });

  test('has no column of a record: no dates of change, no path over its references', () => {
    for (const name of ['hotel_id', 'member.hotel.name', 'visit.hotel.country.region.name'])
      expect(findColumn(d, name), name).toBeUndefined();
  });

  test('says of columns that are not its own whose they are', () => {
    const columns = listColumns(d).map(({ column }) => getColumn(d, column));
    expect(columns.filter(({ label }) => label.en.trim() === '' || label.id.trim() === '')).toEqual([]);
    for (const { label } of columns.filter(({ column }) => column === 'hotel.code'))
      expect(label).toEqual({ en: 'Hotel code', id: 'Kode hotel' });
  });

  test('is found by its key and by the name of its page', () => {
    expect(findListed(key)).toBe(d);
    expect(findReport(reportPath(key).replace('/report/', ''))).toBe(key);
    expect(reportPermission(key)).toBe(`VIEW_${d.permission}`);
  });
});

test('the page of new members is found as the specification writes it, and no other is found', () => {
  expect(findReport('new member')).toBe('member-report');
  for (const name of ['', 'members', 'sales-report', 'constructor']) expect(findReport(name), name).toBeUndefined();
  for (const name of ['', 'report', 'constructor']) expect(findListed(name)?.run, name).toBeUndefined();
});
