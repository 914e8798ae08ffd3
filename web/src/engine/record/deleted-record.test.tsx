import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ALL_CODES } from '../../testing/fixtures.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { setRecords, recordsOf } from '../../testing/mock-server.ts';
import { waitForRequest } from '../../testing/requests.ts';
import { markDeleted, row } from '../../testing/rows.ts';

const deletionNotice = (text: RegExp) => page.getByRole('status').filter({ hasText: text });

describe('deleted record', () => {
  it('shows who deleted it and can be restored on its page', async () => {
    await openConsole('/system/region/1');
    await page.getByRole('button', { name: 'Delete Java' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    expect((await waitForRequest('DELETE /api/region/1')).headers.get('If-Unmodified-Since-Version')).toBe('1');
    const notice = deletionNotice(/Deleted on 05 Apr 2026 - 16:00 by Sari Wulandari/);
    // It has the focus of the removed button, so that the next Tab leads to Restore.
    await expect.element(notice).toHaveFocus();
    await expect.element(page.getByRole('textbox', { name: 'Name' })).not.toBeInTheDocument();
    await notice.getByRole('button', { name: 'Restore' }).click();
    expect((await waitForRequest('POST /api/region/1/restore')).headers.get('If-Unmodified-Since-Version')).toBe('2');
    await expect.element(notice).not.toBeInTheDocument();
    await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Java');
    expect(recordsOf('region')[0]?.deleted_at).toBeNull();
  });

  it('has its delete button at the end of the page on a phone, not beside the name', async () => {
    await page.viewport(390, 844);
    await openConsole('/system/region/1');
    const button = page.getByRole('button', { name: 'Delete Java' });
    await expect.element(button).toBeVisible();
    const bottomOf = (element: Element) => element.getBoundingClientRect().bottom;
    expect(button.element().getBoundingClientRect().top).toBeGreaterThan(
      bottomOf(page.getByRole('textbox', { name: 'Name' }).element()),
    );
    await button.click();
    await expect.element(page.getByRole('alertdialog', { name: 'Delete Java?' })).toBeVisible();
  });

  it('cannot be restored without the permission', async () => {
    setRecords('region', [markDeleted(row('region', 1))]);
    const roles = ALL_CODES.filter((code) => code !== 'DELETE_REGION');
    await openConsole('/system/region/1', { user: { roles }, language: 'id' });
    await expect.element(deletionNotice(/Dihapus .* oleh Sari Wulandari/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Pulihkan' })).not.toBeInTheDocument();
  });
});
