import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pressAtOnce } from '../testing/keys.ts';
import { expectRows } from '../testing/lists.ts';
import { mockResponse, neverResponds } from '../testing/mock-server.ts';
import { openConsole } from '../testing/open-console.tsx';
import { palette, paletteInput, searchResponse } from '../testing/palette.ts';
import { dialogs, openDialog } from './dialog-store.ts';
import { holdKeys } from './typed-ahead.ts';

const dialog = page.getByRole('dialog');

const PALETTE_KEYS = { key: 'k', ctrlKey: true };

describe('keys typed while a dialog opens', () => {
  test('go to the box of the palette, and not to the page below', async () => {
    mockResponse('GET /api/search', () => searchResponse());
    await openConsole('/system/region');
    await expectRows(2);
    // On the list, N opens a form, and ? the list of keys.
    pressAtOnce(PALETTE_KEYS, 'n', 'e', 'w', '?', 'Backspace');
    await expect.element(paletteInput).toHaveFocus();
    await expect.element(paletteInput).toHaveValue('new');
    await userEvent.keyboard(' region');
    await expect.element(paletteInput).toHaveValue('new region');
    expect(dialog.elements()).toHaveLength(1);
  });

  test('go to the palette when they were typed in a field of the page', async () => {
    mockResponse('GET /api/search', () => searchResponse());
    await openConsole('/system/region');
    await expectRows(2);
    const searchBox = page.getByRole('searchbox', { name: 'Search' }).first();
    await userEvent.keyboard('/');
    await expect.element(searchBox).toHaveFocus();
    pressAtOnce(PALETTE_KEYS);
    await userEvent.keyboard('hotel');
    await expect.element(paletteInput).toHaveValue('hotel');
    await expect.element(page.getByRole('searchbox', { name: 'Search', includeHidden: true }).first()).toHaveValue('');
  });

  test('choose the active line of the palette with Enter', async () => {
    mockResponse('GET /api/search', () => searchResponse());
    await openConsole('/system/region');
    await expectRows(2);
    pressAtOnce(PALETTE_KEYS, 'h', 'o', 't', 'Enter');
    await expect.poll(() => location.pathname).toBe('/system/hotel');
    await expect.element(palette).not.toBeInTheDocument();
  });

  test('close the palette with Escape', async () => {
    await openConsole('/system/region');
    await expectRows(2);
    let isOpened = false;
    const unsubscribe = dialogs.subscribe(() => (isOpened = true));
    pressAtOnce(PALETTE_KEYS, 'n', 'Escape');
    await expect.poll(() => isOpened && dialogs.get().length === 0).toBe(true);
    unsubscribe();
    await userEvent.keyboard('n');
    await expect.element(page.getByRole('dialog', { name: 'New region' })).toBeVisible();
  });

  test('do not open the palette twice', async () => {
    await openConsole('/system/region');
    await expectRows(2);
    pressAtOnce(PALETTE_KEYS, PALETTE_KEYS);
    await expect.element(paletteInput).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(palette).not.toBeInTheDocument();
  });

  test('go to the first field of a form that a key has opened', async () => {
    await openConsole('/system/region');
    await expectRows(2);
    pressAtOnce('n', 'n', 'e', '1');
    const form = page.getByRole('dialog', { name: 'New region' });
    await expect.element(form.getByRole('textbox').first()).toHaveValue('ne1');
    expect(dialog.elements()).toHaveLength(1);
  });

  test('are held until the record of a form has arrived', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await openConsole('/system/region');
    await expectRows(2);
    const opening = holdKeys(promise);
    await userEvent.keyboard('n?');
    expect(dialog.elements()).toHaveLength(0);
    resolve();
    await opening;
    void openDialog(() => <input aria-label="Code" />);
    await expect.element(dialog.getByRole('textbox', { name: 'Code' })).toHaveValue('n?');
  });

  test('do nothing in the help, which has no field', async () => {
    await openConsole('/system/region');
    await expectRows(2);
    pressAtOnce('?', 'n');
    await expect.element(page.getByRole('dialog', { name: 'Help: Regions' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('act on the page again when the dialog could not be loaded', async () => {
    await openConsole('/system/region');
    await expectRows(2);
    await holdKeys(Promise.reject(new Error('offline'))).catch(() => undefined);
    await userEvent.keyboard('n');
    await expect.element(page.getByRole('dialog', { name: 'New region' })).toBeVisible();
  });

  test('reach Escape while the dialog waits for its record', async () => {
    mockResponse('GET /api/region/1', neverResponds);
    await openConsole('/system/region');
    await expectRows(2);
    await userEvent.keyboard('{ArrowDown}');
    await expect.poll(() => document.activeElement?.closest('[role=grid]')).toBeTruthy();
    pressAtOnce('e');
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('x');
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  });
});
