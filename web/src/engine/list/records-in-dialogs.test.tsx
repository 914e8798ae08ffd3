import type { HistoryEntry } from '@innkeeper/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../../shell/router.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, held, setRecords, recordsOf } from '../../testing/mock-server.ts';
import { row } from '../../testing/rows.ts';

const ENTRY = {
  at: '2026-03-02 03:00:00',
  by: { id: 1, name: 'Sari Wulandari', username: 'sari.wulandari' },
  action: 'update',
  changes: { description: [null, 'Front office system'] },
  labels: {},
} as const satisfies HistoryEntry;

const line = () => page.getByRole('row').filter({ hasText: 'PMS Ubud' });
const dialog = () => page.getByRole('dialog', { name: 'Edit PMS Ubud' });
const history = () => page.getByRole('dialog', { name: 'History of PMS Ubud' });

describe('list without record pages', () => {
  beforeEach(async () => {
    setRecords('integration', [row('integration', 7, { name: 'PMS Ubud', description: 'Front office system' })]);
    mockResponse('GET /api/integration/7/history', { data: [ENTRY], meta: { page: 1, per_page: 25, total: 1 } });
    await openConsole('/system/integration?search=PMS');
    await expect.element(line()).toBeVisible();
  });

  it('opens a row in a dialog, with its history on top, and closes them one by one', async () => {
    await line().getByRole('link', { name: 'PMS Ubud' }).click();
    await expect.element(dialog().getByRole('textbox', { name: 'Description' })).toHaveValue('Front office system');
    expect(router.state.location.pathname).toBe('/system/integration');
    await dialog().getByRole('button', { name: 'History' }).click();
    await expect.element(history().getByText('Front office system')).toBeVisible();
    await expect.element(history().getByText('Sari Wulandari · sari.wulandari')).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(history()).not.toBeInTheDocument();
    await expect.element(dialog()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
  });

  it("opens the dialog at a record's address, and shows the list after closing", async () => {
    await openConsole('/system/integration/7');
    await expect.element(dialog().getByRole('textbox', { name: 'Description' })).toHaveValue('Front office system');
    await expect.element(dialog().getByRole('combobox', { name: 'Hotel' })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(line()).toBeVisible();
    expect(router.state.location.pathname).toBe('/system/integration');
  });

  it("focuses the dialog at a record's address, both while loading and once loaded", async () => {
    const { resolver, release } = held(() => HttpResponse.json({ data: recordsOf('integration')[0] }));
    mockResponse('GET /api/integration/7', resolver);
    await openConsole('/system/integration/7');
    await expect.element(page.getByRole('dialog', { name: 'Integration' })).toHaveFocus();
    release();
    await expect.element(dialog().getByRole('combobox', { name: 'Hotel' })).toHaveFocus();
  });

  it('offers the history in the side panel, but no page to open', async () => {
    await line().hover();
    await page.getByRole('button', { name: 'Preview PMS Ubud' }).click();
    const peek = page.getByRole('complementary', { name: 'PMS Ubud' });
    await expect.element(peek.getByRole('button', { name: 'History' })).toBeVisible();
    await expect.element(peek.getByRole('button', { name: 'Open' })).not.toBeInTheDocument();
    await peek.getByRole('button', { name: 'History' }).click();
    await expect.element(history().getByText('Front office system')).toBeVisible();
  });
});

it('the address of a new record opens its dialog', async () => {
  await openConsole('/system/integration/new');
  await expect.element(page.getByRole('dialog', { name: 'New integration' })).toBeVisible();
});
