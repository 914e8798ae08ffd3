import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { expectRows, gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { setRecords } from '../../testing/mock-server.ts';
import { findRequests } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Imported in advance, so the tests wait for the page only, not for its code.
beforeAll(() => Promise.all([import('./record-screen.tsx'), import('../../features/visits/visit-page.tsx')]));

const LABELS = {
  en: { month: 'The month is closed.', delete: 'Delete', edit: 'Edit', restore: 'Restore', peek: 'Preview' },
  id: { month: 'Bulannya sudah ditutup.', delete: 'Hapus', edit: 'Ubah', restore: 'Pulihkan', peek: 'Pratinjau' },
} as const;
const lockedVisit = row('visit', 7, { visit_no: 'V0007', locked_reason: 'month_closed' });
const openVisit = row('visit', 8, { visit_no: 'V0008' });
const findVisitWrites = async () => [
  ...(await findRequests('DELETE /api/visit/7')),
  ...(await findRequests('POST /api/visit/7')),
];

for (const language of ['en', 'id'] as const) {
  const labels = LABELS[language];
  test(`a locked row explains by pointer and key that its month is closed: ${language}`, async () => {
    setRecords('visit', [lockedVisit, openVisit]);
    await openConsole('/finance/visit', { language });
    await expectRows(2);
    await gridRows().first().hover();
    for (const action of [labels.edit, labels.delete]) {
      const button = gridRows()
        .first()
        .getByRole('button', { name: `${action} V0007` });
      await expect.element(button).toBeDisabled();
      await expect.element(button).toHaveAttribute('title', labels.month);
    }
    await expectAccessible();
    await gridRows().nth(1).hover();
    await expect
      .element(
        gridRows()
          .nth(1)
          .getByRole('button', { name: `${labels.delete} V0008` }),
      )
      .toBeEnabled();
    const cell = gridRows().first().getByRole('gridcell').nth(2).element();
    if (cell instanceof HTMLElement) cell.focus();
    await userEvent.keyboard('{Delete}');
    await expect.element(page.getByRole('status').getByText(labels.month)).toBeVisible();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    expect(await findVisitWrites()).toEqual([]);
  });

  test(`the side panel and the page explain, too, why a row is locked: ${language}`, async () => {
    setRecords('visit', [lockedVisit]);
    await openConsole('/finance/visit', { language });
    await expectRows(1);
    await gridRows().first().hover();
    await gridRows()
      .first()
      .getByRole('button', { name: new RegExp(`^${labels.peek}`) })
      .click();
    const panel = page.getByRole('complementary', { name: 'V0007' });
    await expect.element(panel.getByRole('button', { name: labels.delete })).toBeDisabled();
    await expect.element(panel.getByRole('button', { name: labels.edit })).toHaveAttribute('title', labels.month);
    await openConsole('/finance/visit/7', { language });
    const button = page.getByRole('button', { name: `${labels.delete} V0007` }).first();
    await expect.element(button).toBeDisabled();
    await expect.element(button).toHaveAttribute('title', labels.month);
    await expect.element(page.getByRole('paragraph').getByText(labels.month).first()).toBeVisible();
    await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
    await expectAccessible();
  });
}

test('a bill can be moved to another member only in an open month', async () => {
  setRecords('visit', [lockedVisit, openVisit]);
  await openConsole('/finance/visit/7');
  const moveButton = page.getByRole('button', { name: 'Move to another member…' });
  await expect.element(moveButton).toBeDisabled();
  await expect.element(moveButton).toHaveAttribute('title', LABELS.en.month);
  await openConsole('/finance/visit/8');
  await expect.element(moveButton).toBeEnabled();
});

test('a closed month disables restoring, with the reason in the banner', async () => {
  setRecords('visit', [{ ...lockedVisit, deleted_at: '2026-03-03 01:00:00' }]);
  await openConsole('/finance/visit/7');
  await expect.element(page.getByRole('button', { name: LABELS.en.restore })).toBeDisabled();
  await expect.element(page.getByRole('status').getByText(LABELS.en.month)).toBeVisible();
});

test('a system detail can be renamed, but not deleted', async () => {
  setRecords('option_detail', [row('option_detail', 3, { name: 'Cash', locked_reason: 'reserved' })]);
  await openConsole('/others/option-detail/3');
  await expect.element(page.getByRole('button', { name: 'Delete Cash' }).first()).toBeDisabled();
  await expect.element(page.getByRole('textbox', { name: 'Label' })).toBeEnabled();
});
