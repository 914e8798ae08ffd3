// Core test: sign-in and sessions.
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { messagesShown } from '../testing/messages.ts';
import { openConsole } from '../testing/open-console.tsx';
import { HttpResponse, answer } from '../testing/played-server.ts';
import { readSession } from './stored-session.ts';

const grid = page.getByRole('grid', { name: 'Regions' });

describe('a call that is answered with 401 ends the session', () => {
  test.for([
    ['with the words of the server', { message: 'Anda masuk dari perangkat lain.' }, 'Anda masuk dari perangkat lain.'],
    ['in words of its own', {}, 'Your session has expired, please re-login..'],
  ] as const)('%s', async ([, body, words]) => {
    await openConsole('/system/region');
    await expect.element(grid.getByText('Java', { exact: true })).toBeVisible();
    answer('GET /api/region', () => HttpResponse.json(body, { status: 401 }));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => location.pathname).toBe('/login');
    await expect.poll(messagesShown).toEqual([['error', words]]);
    expect(readSession()).toBeNull();
  });

  test('in the words of the language on screen', async () => {
    await openConsole('/system/region', { language: 'id' });
    await expect.element(page.getByRole('grid').getByText('Java', { exact: true })).toBeVisible();
    answer('GET /api/region', () => HttpResponse.json({}, { status: 401 }));
    await page.getByRole('button', { name: 'Muat ulang' }).click();
    await expect.poll(() => location.pathname).toBe('/login');
    await expect.poll(messagesShown).toEqual([['error', 'Sesi Anda telah berakhir, silakan masuk kembali..']]);
  });

  test('and the dialog that was open, whose words are offered after the next sign-in', async () => {
    await openConsole('/system/region');
    const open = page.getByRole('button', { name: 'New region' });
    await open.click();
    const dialog = page.getByRole('dialog', { name: 'New region' });
    const name = dialog.getByRole('textbox', { name: 'Name' });
    const code = dialog.getByRole('textbox', { name: 'Code' });
    await name.fill('Sunda Kecil');
    await code.fill('SUK');
    answer('POST /api/region', () => HttpResponse.json({}, { status: 401 }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => location.pathname).toBe('/login');
    await expect.element(dialog).not.toBeInTheDocument();

    await page.getByRole('textbox', { name: /^Email\/username/ }).fill('sari.wulandari');
    await page.getByLabelText('Password', { exact: true }).first().fill('a long password');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.pathname).toBe('/system/region');
    await open.click();
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await expect.element(name).toHaveValue('Sunda Kecil');
    await expect.element(code).toHaveValue('SUK');
  });
});
