import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ALL_CODES } from '../../testing/house.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { keepRecords, recordsOf } from '../../testing/played-server.ts';
import { sent } from '../../testing/requests.ts';
import { deleted, row } from '../../testing/rows.ts';

const banner = (words: RegExp) => page.getByRole('status').filter({ hasText: words });

describe('a record', () => {
  it('that is deleted on its page says by whom, and comes back from there', async () => {
    await openConsole('/system/region/1');
    await page.getByRole('button', { name: 'Delete Java' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    expect((await sent('DELETE /api/region/1')).headers.get('If-Unmodified-Since-Version')).toBe('1');
    const said = banner(/Deleted on 05 Apr 2026 - 16:00 by Sari Wulandari/);
    await expect.element(said).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Name' })).not.toBeInTheDocument();
    await said.getByRole('button', { name: 'Restore' }).click();
    expect((await sent('POST /api/region/1/restore')).headers.get('If-Unmodified-Since-Version')).toBe('2');
    await expect.element(said).not.toBeInTheDocument();
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Java');
    expect(recordsOf('region')[0]?.deleted_at).toBeNull();
  });

  it('is deleted on a phone from the end of its page, not beside its name', async () => {
    await page.viewport(390, 844);
    await openConsole('/system/region/1');
    const button = page.getByRole('button', { name: 'Delete Java' });
    await expect.element(button).toBeVisible();
    const below = (element: Element) => element.getBoundingClientRect().bottom;
    expect(button.element().getBoundingClientRect().top).toBeGreaterThan(
      below(page.getByRole('textbox', { name: 'Name' }).element()),
    );
    await button.click();
    await expect.element(page.getByRole('alertdialog', { name: 'Delete Java?' })).toBeVisible();
  });

  it('that is deleted is not brought back by who may not delete', async () => {
    keepRecords('region', [deleted(row('region', 1))]);
    const roles = ALL_CODES.filter((code) => code !== 'DELETE_REGION');
    await openConsole('/system/region/1', { user: { roles }, language: 'id' });
    await expect.element(banner(/Dihapus .* oleh Sari Wulandari/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Pulihkan' })).not.toBeInTheDocument();
  });
});
