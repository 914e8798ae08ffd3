import { beforeAll, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../../testing/open-console.tsx';
import { setRecords } from '../../testing/mock-server.ts';
import { expectQuery } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Imported in advance, so the tests wait for the page only, not for its code.
beforeAll(() =>
  Promise.all([import('../../engine/list/list-page.tsx'), import('../../engine/record/record-page.tsx')]),
);

const createEntry = (fields: object, values: object = {}) =>
  row('audit_entry', 7, {
    resource: 'member',
    action: 'update',
    changes: 'first_name: Surya → Santoso',
    changed: { resource: 'member', fields },
    ...values,
  });
const STAFF_USER = { id: 2, name: 'Made Wirawan', username: 'made.wirawan' };
const CHANGES = {
  is_active: ['true', 'false'],
  hotel_id: ['Laksmira Menteng Jakarta', null],
  first_name: ['Surya', 'Santoso'],
  birth_date: [null, '1990-05-22'],
  visits_of_our_own: ['1', '2'],
};

describe('audit log', () => {
  it.each([
    [
      'en',
      'First name: Surya → Santoso; Birth date: – → 22 May 1990; Hotel: Laksmira Menteng Jakarta → –; Active: Yes → No',
    ],
    [
      'id',
      'Nama depan: Surya → Santoso; Tanggal lahir: – → 22 Mei 1990; Hotel: Laksmira Menteng Jakarta → –; Aktif: Ya → Tidak',
    ],
  ] as const)('describes changes, before and after, in field order: %s', async (language, expectedText) => {
    setRecords('audit_entry', [createEntry(CHANGES)]);
    await openConsole('/others/audit', { language });
    await expect.element(page.getByRole('gridcell', { name: expectedText, exact: true })).toBeVisible();
    await expect.element(page.getByText('first_name')).not.toBeInTheDocument();
  });

  it('opens with the changes of people, and shows those of systems once the filter is removed', async () => {
    setRecords('audit_entry', [createEntry(CHANGES)]);
    await openConsole('/others/audit');
    await expectQuery('GET /api/audit_entry').toMatchObject({ 'filter[actor_kind][includes]': 'user,guest' });
    const filters = page.getByRole('list', { name: 'Active filters' });
    await filters.getByRole('button', { name: /^Remove filter/ }).click();
    await expect.element(filters).not.toBeInTheDocument();
    expect(location.search).toBe('?all=1');
    await expectQuery('GET /api/audit_entry').not.toHaveProperty(['filter[actor_kind][includes]']);
    await expect.element(page.getByRole('gridcell', { name: /First name/ })).toBeVisible();
  });

  it('shows amounts in the currency of their record', async () => {
    const changed = { resource: 'visit', currency: 'SGD', fields: { total_fb: ['12.500', '20.000'] } };
    setRecords('audit_entry', [createEntry({}, { resource: 'visit', changed })]);
    await openConsole('/others/audit');
    const expectedText = 'Food and beverages: SGD 12.50 → SGD 20.00';
    await expect.element(page.getByRole('gridcell', { name: expectedText })).toBeVisible();
  });

  it('labels the values of a decision, which is no record', async () => {
    const changed = { resource: 'approval', fields: { outcome: [null, 'approved'], decided_by_id: [null, '7'] } };
    setRecords('audit_entry', [createEntry({}, { resource: 'approval', changed })]);
    await openConsole('/others/audit');
    const expectedText = 'Outcome: – → approved; Decided by: – → 7';
    await expect.element(page.getByRole('gridcell', { name: expectedText, exact: true })).toBeVisible();
    await expect.element(page.getByRole('gridcell', { name: 'Approval', exact: true })).toBeVisible();
  });

  it("shows only the new record's values, and no technical details on its page", async () => {
    setRecords('audit_entry', [createEntry({ first_name: ['Surya'], is_active: ['true'] }, { action: 'create' })]);
    await openConsole('/others/audit/7');
    await expect.element(page.getByText('First name: Surya; Active: Yes', { exact: true })).toBeVisible();
    await expect.element(page.getByText('Changed fields')).not.toBeInTheDocument();
    await expect.element(page.getByText('{')).not.toBeInTheDocument();
  });

  it('shows the user name beside the name, in the list and on the page', async () => {
    setRecords('audit_entry', [createEntry({ first_name: ['Surya', 'Santoso'] }, { created_by: STAFF_USER })]);
    await openConsole('/others/audit');
    await expect.element(page.getByRole('gridcell', { name: 'Made Wirawan · made.wirawan' })).toBeVisible();
    await page.getByRole('gridcell', { name: 'Made Wirawan · made.wirawan' }).dblClick();
    await expect.element(page.getByText(/^Created .* by Made Wirawan · made\.wirawan$/)).toBeVisible();
  });

  it('shows subject, time, user and change on a phone', async () => {
    setRecords('audit_entry', [
      createEntry({ first_name: ['Surya', 'Santoso'] }, { record_name: 'Surya Wijaya', created_by: STAFF_USER }),
    ]);
    await page.viewport(390, 844);
    await openConsole('/others/audit');
    const card = page.getByRole('listitem').filter({ hasText: 'Surya Wijaya' });
    for (const text of [
      '02 Mar 2026 - 09:15',
      'Made Wirawan · made.wirawan',
      'Member',
      'Surya Wijaya',
      'First name: Surya → Santoso',
    ])
      await expect.element(card.getByText(text)).toBeVisible();
  });
});
