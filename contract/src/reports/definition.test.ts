import { describe, expect, test } from 'vitest';
import { findColumn, getColumn } from '../resources/column-path.ts';
import { reportCatalogue } from './catalogue.ts';
import { findListDefinition, getReportDefinition } from './definition.ts';
import { listColumns } from '../fields/definition.ts';
import { findReport, reportKeys, reportPath, reportPermission } from '../rights/report-pages.ts';

describe.each(reportKeys)('%s as a list', (key) => {
  const d = getReportDefinition(key);

  test('has each column of its catalogue as table.column, with the kind in the catalogue', () => {
    for (const { column: name } of listColumns(d)) {
      const { relations, definition } = getColumn(d, name);
      const [table = ''] = name.split('.');
      const catalogueColumn = reportCatalogue
        .find((entry) => entry.table === table)
        ?.columns.find(({ column }) => `${table}.${column}` === name);
      expect([relations, definition.kind], name).toEqual([[], catalogueColumn?.kind]);
    }
    expect(d.list.length).toBeGreaterThan(5);
  });

  test('has no columns of records: no audit dates, no paths over references', () => {
    for (const name of ['hotel_id', 'member.hotel.name', 'visit.hotel.country.region.name'])
      expect(findColumn(d, name), name).toBeUndefined();
  });

  test('includes the table name in the labels of columns of other tables', () => {
    const columns = listColumns(d).map(({ column }) => getColumn(d, column));
    expect(columns.filter(({ label }) => label.en.trim() === '' || label.id.trim() === '')).toEqual([]);
    for (const { label } of columns.filter(({ column }) => column === 'hotel.code'))
      expect(label).toEqual({ en: 'Hotel code', id: 'Kode hotel' });
  });

  test('is found by its key and by the name of its page', () => {
    expect(findListDefinition(key)).toBe(d);
    expect(findReport(reportPath(key).replace('/report/', ''))).toBe(key);
    expect(reportPermission(key)).toBe(`VIEW_${d.permission}`);
  });
});

test('the page of new members is found as the specification spells it, and no unknown page is', () => {
  expect(findReport('new member')).toBe('member-report');
  for (const name of ['', 'members', 'sales-report', 'constructor']) expect(findReport(name), name).toBeUndefined();
  for (const name of ['', 'report', 'constructor']) expect(findListDefinition(name)?.runPath, name).toBeUndefined();
});
