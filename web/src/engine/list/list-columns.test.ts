import { getResource, resourceKeys } from '@innkeeper/contract';
import { describe, expect, it } from 'vitest';
import { planCard } from './card-facts.ts';
import { type AvailableColumn, availableColumns, columnLabel } from '../data/list-columns.ts';

const headings = (key: string) =>
  Object.fromEntries(availableColumns(getResource(key)).map((c) => [c.column, c.label.en]));

describe('the columns a list can show', () => {
  it.each(resourceKeys)('of %s are each there once, none wider than 400', (key) => {
    const columns = availableColumns(getResource(key));
    expect(new Set(columns.map((c) => c.column)).size).toBe(columns.length);
    for (const c of columns) expect(c.width).toBeLessThanOrEqual(400);
  });

  const outOfSight = (key: string): readonly AvailableColumn[] => {
    // Beside the navigation, without the margins of the page and the column with the checkboxes.
    const room = 1440 - 280 - 64 - 2 - 40;
    const shown = availableColumns(getResource(key)).filter((c) => c.shown && !c.trash);
    const inOrder = [...shown.filter((c) => c.pinned), ...shown.filter((c) => !c.pinned)];
    return inOrder.filter((_, at) => inOrder.slice(0, at + 1).reduce((sum, { width }) => sum + width, 0) > room);
  };
  const isAmount = ({ column, field }: AvailableColumn) =>
    field.kind === 'money' || (field.kind === 'decimal' && column.endsWith('_usd'));
  const saysTheEnd = ({ field }: AvailableColumn) => field.kind === 'date' && field.ahead === true;

  it.each(resourceKeys)('of %s have amounts, and until when it holds, in sight on a screen of 1440 px', (key) => {
    expect(outOfSight(key).filter((c) => isAmount(c) || saysTheEnd(c))).toEqual([]);
  });

  it('of a visit have its hotel in sight beside its total', () => {
    expect(outOfSight('visit').map((c) => c.column)).not.toContain('hotel.name');
  });

  it('hold who changed and who deleted a record, but for what is only read', () => {
    expect(headings('hotel')).toMatchObject({
      updated_at: 'Updated at',
      'updated_by.name': 'Updated by',
      'deleted_by.name': 'Deleted by',
    });
    expect(headings('roles')).not.toHaveProperty('updated_at');
  });

  it('are headed by the record alone where nothing else of it is shown', () => {
    expect(headings('member')).toMatchObject({ 'hotel.code': 'Hotel', 'register_hotel.code': 'Registered at' });
    expect(headings('hotel')).toMatchObject({ 'region.code': 'Region' });
    expect(headings('region_users')).toMatchObject({ 'region.code': 'Region · Code', 'region.name': 'Region' });
  });

  it('keep the heading that a list gives them', () => {
    expect(columnLabel(getResource('membership'), 'is_free').en).toBe('Benefits?');
  });
});

const plan = (key: string) => {
  const d = getResource(key);
  return planCard(
    d,
    availableColumns(d).filter((c) => c.shown && !c.trash),
  );
};

describe('a card', () => {
  it('shows the standing and a few facts, never the name again', () => {
    const { standing, active, facts } = plan('member');
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
    ['unusual_act', 'kind'],
    ['member', undefined],
  ])('of %s, which may have no name but its number, is headed by %s', (key, column) => {
    const { title, standing, facts } = plan(key);
    expect(title?.column).toBe(column);
    expect([standing, ...facts]).not.toContain(title);
  });

  it.each(resourceKeys)('of %s has no more than four facts, and a fifth where its number is its name', (key) => {
    const isNumber = getResource(key).display.name.every((name) => name === 'id');
    expect(plan(key).facts.length).toBeLessThanOrEqual(isNumber ? 5 : 4);
  });
});
