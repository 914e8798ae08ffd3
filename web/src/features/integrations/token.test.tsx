import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, setRecords, recordsOf } from '../../testing/mock-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const TOKEN = 'ink_it_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
const shown = () => page.getByRole('dialog', { name: 'Access token' });
const token = () => shown().getByRole('group', { name: 'Access token' });
const form = () => page.getByRole('dialog', { name: 'New integration' });
const edit = () => page.getByRole('dialog', { name: 'Edit Kasir' });

describe('the token of a new integration', () => {
  beforeEach(async () => {
    const made = row('integration', 1, { name: 'Kasir', access_token: TOKEN });
    setRecords('integration', []);
    mockResponse('POST /api/integration', () => Response.json({ data: made }, { status: 201 }));
    await openConsole('/system/integration');
    await page.getByRole('button', { name: /^New/ }).first().click();
    await form().getByRole('combobox', { name: 'Hotel' }).fill('Menteng');
    await page.getByRole('option', { name: /Laksmira Jakarta Menteng/ }).click();
    await form().getByRole('textbox', { name: 'Property name' }).fill('Kasir');
    await form().getByRole('button', { name: 'Save' }).click();
    await expect.element(token()).toHaveTextContent(TOKEN);
  });

  it('is shown once, and nowhere after it has been stored', async () => {
    expect((await sent('POST /api/integration')).body).toMatchObject({ name: 'Kasir', hotel_id: '1' });
    await expectAccessible();
    await shown().getByRole('button', { name: 'I’ve saved it' }).click();
    await expect.element(shown()).not.toBeInTheDocument();
    expect(document.body.innerHTML).not.toContain(TOKEN);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(TOKEN);
  });

  it('requires confirmation before it is closed', async () => {
    await userEvent.keyboard('{Escape}');
    const confirmation = page.getByRole('alertdialog', { name: 'Have you saved the token?' });
    await confirmation.getByRole('button', { name: 'Back to the token' }).click();
    await expect.element(confirmation).not.toBeInTheDocument();
    await expect.element(token()).toHaveTextContent(TOKEN);
  });
});

describe('replaced token', () => {
  beforeEach(async () => {
    setRecords('integration', [row('integration', 1, { name: 'Kasir' })]);
    mockResponse('POST /api/integration/1/token', () => {
      const replaced = row('integration', 1, { name: 'Kasir', version: 2 });
      setRecords('integration', [replaced]);
      return Response.json({ data: { ...replaced, access_token: TOKEN } });
    });
  });

  it('requires confirmation, is shown once, and the form continues with the new version', async () => {
    await openConsole('/system/integration');
    await page.getByRole('link', { name: 'Kasir' }).click();
    await expect.element(edit().getByRole('textbox', { name: 'Access token' })).toHaveValue('');
    await edit().getByRole('button', { name: 'Replace token' }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'Replace token?' });
    await expect.element(confirmation).toBeVisible();
    expect(await requests('POST /api/integration/1/token')).toEqual([]);
    await confirmation.getByRole('button', { name: 'Replace token' }).click();
    await expect.element(token()).toHaveTextContent(TOKEN);
    await shown().getByRole('button', { name: 'I’ve saved it' }).click();
    await edit().getByRole('textbox', { name: 'Property name' }).fill('Kasir 2');
    await edit().getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByRole('link', { name: 'Kasir 2' })).toBeVisible();
    const { body, headers } = await sent('POST /api/integration/1');
    expect(headers.get('If-Unmodified-Since-Version')).toBe('2');
    expect(body).toEqual({ _method: 'POST', name: 'Kasir 2' });
    await expect.element(shown()).not.toBeInTheDocument();
    expect(recordsOf('integration')[0]?.['name']).toBe('Kasir 2');
  });

  it('is shown on a phone in Indonesian', async () => {
    await page.viewport(390, 844);
    await openConsole('/system/integration', { language: 'id', theme: 'dark' });
    await page.getByRole('link', { name: 'Kasir' }).click();
    await page.getByRole('button', { name: 'Ganti token' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Ganti token' }).click();
    await expect.element(page.getByText(TOKEN)).toBeVisible();
    await expectAccessible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
