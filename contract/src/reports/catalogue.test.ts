import { describe, expect, test } from 'vitest';
import { findColumn } from '../resources/column-path.ts';
import { REPORT_TABLES, catalogueOf, reportCatalogue } from './catalogue.ts';
import { getResource, isResourceKey } from '../resources/by-key.ts';

describe('the catalogue of reports', () => {
  test('has no secrets, files, plain ids of other records or duplicate columns', () => {
    for (const { table, columns } of reportCatalogue) {
      const names = columns.map(({ column }) => column);
      expect(new Set(names).size, table).toBe(names.length);
      for (const { kind, column } of columns)
        expect(['secret', 'file', 'json', 'reference', 'references', 'option'], `${table}.${column}`).not.toContain(
          kind,
        );
    }
    expect(JSON.stringify(reportCatalogue)).not.toMatch(/password|access_token|file_url|locked_reason/);
  });

  test('names existing columns, with a label in both languages', () => {
    for (const { table, columns } of reportCatalogue) {
      for (const { column, label, kind } of columns) {
        expect(
          [label.en, label.id].every((text) => text !== ''),
          `${table}.${column}`,
        ).toBe(true);
        if (isResourceKey(table)) expect(findColumn(getResource(table), column)?.definition.kind, column).toBe(kind);
      }
    }
  });

  test('has every table that a report may use', () => {
    for (const [key, tables] of Object.entries(REPORT_TABLES))
      expect(catalogueOf(key).map(({ table }) => table)).toEqual(tables);
    expect(catalogueOf(null)).toEqual(reportCatalogue);
    expect(catalogueOf('a report of our own')).toEqual(reportCatalogue);
  });
});
