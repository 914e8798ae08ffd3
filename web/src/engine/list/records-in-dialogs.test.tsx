import type { HistoryEntry } from '@innkeeper/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../../shell/router.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, deferResponse, setRecords, recordsOf } from '../../testing/mock-server.ts';
import { row } from '../../testing/rows.ts';

const HISTORY_ENTRY = {
  at: '2026-03-02 03:00:00',
  by: { id: 1, name: 'Sari Wulandari', username: 'sari.wulandari' },
  action: 'update',
  changes: { description: [null, 'Front office system'] },
  labels: {},
} as const satisfies HistoryEntry;

const listRow = () => page.getByRole('row').filter({ hasText: 'PMS Ubud' });
const editDialog = () => page.getByRole('dialog', { name: 'Edit PMS Ubud' });
const historyDialog = () => page.getByRole('dialog', { name: 'History of PMS Ubud' });

describe('list without record pages', () => {
  beforeEach(async () => {
    setRecords('integration', [row('integration', 7, { name: 'PMS Ubud', description: 'Front office system' })]);
    mockResponse('GET /api/integration/7/history', {
      data: [HISTORY_ENTRY],
      meta: { page: 1, per_page: 25, total: 1 },
    });
    await openConsole('/system/integration?search=PMS');
    await expect.element(listRow()).toBeVisible();
  });

  it('opens a row in a dialog, with its history on top, and closes them one by one', async () => {
    await listRow().getByRole('link', { name: 'PMS Ubud' }).click();
    await expect.element(editDialog().getByRole('textbox', { name: 'Description' })).toHaveValue('Front office system');
    expect(router.state.location.pathname).toBe('/system/integration');
    await editDialog().getByRole('button', { name: 'History' }).click();
    await expect.element(historyDialog().getByText('Front office system')).toBeVisible();
    await expect.element(historyDialog().getByText('Sari Wulandari · sari.wulandari')).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await expect.element(historyDialog()).not.toBeInTheDocument();
    await expect.element(editDialog()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(editDialog()).not.toBeInTheDocument();
  });

  it("opens the dialog at a record's address, and shows the list after closing", async () => {
    await openConsole('/system/integration/7');
    await expect.element(editDialog().getByRole('textbox', { name: 'Description' })).toHaveValue('Front office system');
    await expect.element(editDialog().getByRole('combobox', { name: /^Hotel/ })).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(editDialog()).not.toBeInTheDocument();
    await expect.element(listRow()).toBeVisible();
    expect(router.state.location.pathname).toBe('/system/integration');
  });

  it("focuses the dialog at a record's address, both while loading and once loaded", async () => {
    const { resolver, release } = deferResponse(() => HttpResponse.json({ data: recordsOf('integration')[0] }));
    mockResponse('GET /api/integration/7', resolver);
    await openConsole('/system/integration/7');
    await expect.element(page.getByRole('dialog', { name: 'Integration' })).toHaveFocus();
    release();
    await expect.element(editDialog().getByRole('combobox', { name: /^Hotel/ })).toHaveFocus();
  });

  it('offers the history in the side panel, but no page to open', async () => {
    await listRow().hover();
    await page.getByRole('button', { name: 'Preview PMS Ubud' }).click();
    const sidePanel = page.getByRole('complementary', { name: 'PMS Ubud' });
    await expect.element(sidePanel.getByRole('button', { name: 'History' })).toBeVisible();
    await expect.element(sidePanel.getByRole('button', { name: 'Open' })).not.toBeInTheDocument();
    await sidePanel.getByRole('button', { name: 'History' }).click();
    await expect.element(historyDialog().getByText('Front office system')).toBeVisible();
  });
});

it('the address of a new record opens its dialog', async () => {
  await openConsole('/system/integration/new');
  await expect.element(page.getByRole('dialog', { name: 'New integration' })).toBeVisible();
});
