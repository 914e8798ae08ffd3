import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../testing/open-console.tsx';
import { DialogFrame } from './dialog.tsx';
import { closeAllDialogs, dialogs, openDialog } from './dialog-store.ts';

const openDialogWithTitle = (title: string) => void openDialog(<DialogFrame title={title}>{title}</DialogFrame>);
const dialog = (title: string) => page.getByRole('dialog', { name: title });

beforeEach(async () => {
  await openConsole('/dashboard');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
});

describe('a dialog after others', () => {
  test('opens if the one before was closed before it was shown', async () => {
    openDialogWithTitle('Nobody saw this');
    closeAllDialogs();
    openDialogWithTitle('Everybody sees this');
    await expect.element(dialog('Everybody sees this')).toBeVisible();
    await expect.poll(() => dialogs.get().length).toBe(1);
  });

  test('opens if two stacked dialogs before it were closed together', async () => {
    openDialogWithTitle('Below');
    openDialogWithTitle('Above');
    await expect.element(dialog('Above')).toBeVisible();
    closeAllDialogs();
    openDialogWithTitle('The next one');
    await expect.element(dialog('The next one')).toBeVisible();
    await expect.poll(() => dialogs.get().length).toBe(1);
  });
});
