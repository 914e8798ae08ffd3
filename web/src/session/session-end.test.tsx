// Core test: sign-in and sessions.
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { visibleMessages } from '../testing/messages.ts';
import { openConsole } from '../testing/open-console.tsx';
import { HttpResponse, mockResponse } from '../testing/mock-server.ts';
import { api } from './api.ts';
import { readSession } from './stored-session.ts';

const grid = page.getByRole('grid', { name: 'Regions' });

describe('a 401 response', () => {
  test.for([
    ['the server’s message', { message: 'Anda masuk dari perangkat lain.' }, 'Anda masuk dari perangkat lain.'],
    ['the console’s own message', {}, 'Your session has expired, please re-login..'],
  ] as const)('ends the session and shows %s', async ([, body, expectedMessage]) => {
    await openConsole('/system/region');
    await expect.element(grid.getByText('Java', { exact: true })).toBeVisible();
    mockResponse('GET /api/region', () => HttpResponse.json(body, { status: 401 }));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect.poll(() => location.pathname).toBe('/login');
    await expect.poll(visibleMessages).toEqual([['error', expectedMessage]]);
    expect(readSession()).toBeNull();
  });

  test('ends the session with a message in the current language', async () => {
    await openConsole('/system/region', { language: 'id' });
    await expect.element(page.getByRole('grid').getByText('Java', { exact: true })).toBeVisible();
    mockResponse('GET /api/region', () => HttpResponse.json({}, { status: 401 }));
    await page.getByRole('button', { name: 'Muat ulang' }).click();
    await expect.poll(() => location.pathname).toBe('/login');
    await expect.poll(visibleMessages).toEqual([['error', 'Sesi Anda telah berakhir, silakan masuk kembali..']]);
  });

  test('closes the open dialog, and offers its input after the next sign-in', async () => {
    await openConsole('/system/region');
    const newButton = page.getByRole('button', { name: 'New region' });
    await newButton.click();
    const dialog = page.getByRole('dialog', { name: 'New region' });
    const nameInput = dialog.getByRole('textbox', { name: 'Name' });
    const codeInput = dialog.getByRole('textbox', { name: 'Code' });
    await nameInput.fill('Sunda Kecil');
    await codeInput.fill('SUK');
    mockResponse('POST /api/region', () => HttpResponse.json({}, { status: 401 }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => location.pathname).toBe('/login');
    await expect.element(dialog).not.toBeInTheDocument();

    await expect.element(page.getByText(/^Your unsaved input is kept\./)).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: /^Email\/username/ })).toHaveValue('sari.wulandari');
    await page.getByLabelText('Password', { exact: true }).first().fill('a long password');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => location.pathname).toBe('/system/region');
    await newButton.click();
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await expect.element(nameInput).toHaveValue('Sunda Kecil');
    await expect.element(codeInput).toHaveValue('SUK');
  });
});

test('a 401 response does nothing for a visitor who is not signed in', async () => {
  mockResponse('POST /api/password/email', () => HttpResponse.json({}, { status: 401 }));
  await openConsole('/auth/forgot-password', { user: null });
  await expect(api('/api/password/email', { json: {} })).rejects.toMatchObject({ status: 401 });
  await expect.poll(() => location.pathname).toBe('/auth/forgot-password');
  expect(visibleMessages()).toEqual([]);
});
