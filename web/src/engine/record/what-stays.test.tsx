import { beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { expectRows, gridRows } from '../../testing/lists.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { keepRecords } from '../../testing/played-server.ts';
import { requests } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Loaded beforehand: a test waits for the page, not for its code.
beforeAll(() => Promise.all([import('./record-screen.tsx'), import('../../programme/visits/visit-page.tsx')]));

const WORDS = {
  en: { month: 'The month is closed.', delete: 'Delete', edit: 'Edit', restore: 'Restore', peek: 'Peek at' },
  id: { month: 'Bulannya sudah ditutup.', delete: 'Hapus', edit: 'Ubah', restore: 'Pulihkan', peek: 'Lihat sekilas' },
} as const;
const closed = row('visit', 7, { visit_no: 'V0007', stays_because: 'month_closed' });
const open = row('visit', 8, { visit_no: 'V0008' });
const asked = async () => [...(await requests('DELETE /api/visit/7')), ...(await requests('POST /api/visit/7'))];

for (const language of ['en', 'id'] as const) {
  const words = WORDS[language];
  test(`a row of a closed month says why it is neither changed nor deleted, by pointer or key: ${language}`, async () => {
    keepRecords('visit', [closed, open]);
    await openConsole('/finance/visit', { language });
    await expectRows(2);
    await gridRows().first().hover();
    for (const act of [words.edit, words.delete]) {
      const button = gridRows()
        .first()
        .getByRole('button', { name: `${act} V0007` });
      await expect.element(button).toBeDisabled();
      await expect.element(button).toHaveAttribute('title', words.month);
    }
    await expectAccessible();
    await gridRows().nth(1).hover();
    await expect
      .element(
        gridRows()
          .nth(1)
          .getByRole('button', { name: `${words.delete} V0008` }),
      )
      .toBeEnabled();
    const cell = gridRows().first().getByRole('gridcell').nth(2).element();
    if (cell instanceof HTMLElement) cell.focus();
    await userEvent.keyboard('{Delete}');
    await expect.element(page.getByRole('status').getByText(words.month)).toBeVisible();
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
    expect(await asked()).toEqual([]);
  });

  test(`its peek and its page say it, too: ${language}`, async () => {
    keepRecords('visit', [closed]);
    await openConsole('/finance/visit', { language });
    await expectRows(1);
    await gridRows().first().hover();
    await gridRows()
      .first()
      .getByRole('button', { name: new RegExp(`^${words.peek}`) })
      .click();
    const panel = page.getByRole('complementary', { name: 'V0007' });
    await expect.element(panel.getByRole('button', { name: words.delete })).toBeDisabled();
    await expect.element(panel.getByRole('button', { name: words.edit })).toHaveAttribute('title', words.month);
    await openConsole('/finance/visit/7', { language });
    const button = page.getByRole('button', { name: `${words.delete} V0007` }).first();
    await expect.element(button).toBeDisabled();
    await expect.element(button).toHaveAttribute('title', words.month);
    await expect.element(page.getByRole('paragraph').getByText(words.month).first()).toBeVisible();
    await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
    await expectAccessible();
  });
}

test('a bill of a closed month is not given to another member, and one of an open month may be', async () => {
  keepRecords('visit', [closed, open]);
  await openConsole('/finance/visit/7');
  const move = page.getByRole('button', { name: 'Move to another member…' });
  await expect.element(move).toBeDisabled();
  await expect.element(move).toHaveAttribute('title', WORDS.en.month);
  await openConsole('/finance/visit/8');
  await expect.element(move).toBeEnabled();
});

test('a deleted record of a closed month is not restored, and the banner says why', async () => {
  keepRecords('visit', [{ ...closed, deleted_at: '2026-03-03 01:00:00' }]);
  await openConsole('/finance/visit/7');
  await expect.element(page.getByRole('button', { name: WORDS.en.restore })).toBeDisabled();
  await expect.element(page.getByRole('status').getByText(WORDS.en.month)).toBeVisible();
});

test('a detail that belongs to the system can be renamed, and is not deleted', async () => {
  keepRecords('option_detail', [row('option_detail', 3, { name: 'Cash', stays_because: 'reserved' })]);
  await openConsole('/others/option-detail/3');
  await expect.element(page.getByRole('button', { name: 'Delete Cash' }).first()).toBeDisabled();
  await expect.element(page.getByRole('textbox', { name: 'Label' })).toBeEnabled();
});
