import { getResource, resourceKeys } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { planCard } from './card-facts.ts';
import { type AvailableColumn, availableColumns, columnLabel } from '../data/list-columns.ts';

const headingByColumn = (key: string) =>
  Object.fromEntries(availableColumns(getResource(key)).map((c) => [c.column, c.label.en]));

describe('available list columns', () => {
  it.each(resourceKeys)('are unique and at most 400 px wide for %s', (key) => {
    const columns = availableColumns(getResource(key));
    expect(new Set(columns.map((c) => c.column)).size).toBe(columns.length);
    for (const c of columns) expect(c.width).toBeLessThanOrEqual(400);
  });

  const columnsOffScreen = (key: string): readonly AvailableColumn[] => {
    // Width left for columns after the navigation, page margins and checkbox column.
    const availableWidth = 1440 - 280 - 64 - 2 - 40;
    const visibleColumns = availableColumns(getResource(key)).filter((c) => c.shown && !c.trash);
    const orderedColumns = [...visibleColumns.filter((c) => c.pinned), ...visibleColumns.filter((c) => !c.pinned)];
    return orderedColumns.filter(
      (_, index) => orderedColumns.slice(0, index + 1).reduce((sum, { width }) => sum + width, 0) > availableWidth,
    );
  };
  const isAmount = ({ column, field }: AvailableColumn) =>
    field.kind === 'money' || (field.kind === 'decimal' && column.endsWith('_usd'));
  const isEndDate = ({ field }: AvailableColumn) => field.kind === 'date' && field.futureDates === true;

  it.each(resourceKeys)('show amounts and expiry dates of %s without scrolling at 1440 px', (key) => {
    expect(columnsOffScreen(key).filter((c) => isAmount(c) || isEndDate(c))).toEqual([]);
  });

  it('show the hotel of a visit without scrolling, beside the total', () => {
    expect(columnsOffScreen('visit').map((c) => c.column)).not.toContain('hotel.name');
  });

  it('include who updated and deleted a record, except for read-only resources', () => {
    expect(headingByColumn('hotel')).toMatchObject({
      updated_at: 'Updated at',
      'updated_by.name': 'Updated by',
      'deleted_by.name': 'Deleted by',
    });
    expect(headingByColumn('roles')).not.toHaveProperty('updated_at');
  });

  it("have only the related record's name as heading if it has no other column", () => {
    expect(headingByColumn('member')).toMatchObject({ 'hotel.code': 'Hotel', 'register_hotel.code': 'Registered at' });
    expect(headingByColumn('hotel')).toMatchObject({ 'region.code': 'Region' });
    expect(headingByColumn('region_users')).toMatchObject({ 'region.code': 'Region · Code', 'region.name': 'Region' });
  });

  it('have the heading that the list defines', () => {
    expect(columnLabel(getResource('membership'), 'is_free').en).toBe('Benefits?');
  });
});

const planResourceCard = (key: string) => {
  const d = getResource(key);
  return planCard(
    d,
    availableColumns(d).filter((c) => c.shown && !c.trash),
  );
};

describe('card on a phone', () => {
  it('shows the status and a few facts, but not the name twice', () => {
    const { standing, active, facts } = planResourceCard('member');
    expect(standing?.column).toBe('standing');
    expect(active?.column).toBe('is_active');
    expect(facts.map((c) => c.column)).toEqual(['membership.name', 'valid_until_date', 'phone_no', 'hotel.code']);
  });

  it.each([
    ['audit_entry', 'record_name'],
    ['export_entry', 'resource'],
    ['manual_change', 'member.name'],
    ['member_call', 'member.name'],
    ['region_users', 'region.code'],
    ['term_end', 'member.name'],
    ['flagged_activity', 'kind'],
    ['member', undefined],
  ])('titles %s, whose name may be only a number, with the column %s', (key, column) => {
    const { title, standing, facts } = planResourceCard(key);
    expect(title?.column).toBe(column);
    expect([standing, ...facts]).not.toContain(title);
  });

  it.each(resourceKeys)('has at most four facts for %s, or five if its number is its name', (key) => {
    const isNumber = getResource(key).display.name.every((name) => name === 'id');
    expect(planResourceCard(key).facts.length).toBeLessThanOrEqual(isNumber ? 5 : 4);
  });
});
