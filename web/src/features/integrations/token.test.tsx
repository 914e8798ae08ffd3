import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, setRecords, recordsOf } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const TOKEN = 'ink_it_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
const tokenDialog = () => page.getByRole('dialog', { name: 'Access token' });
const tokenGroup = () => tokenDialog().getByRole('group', { name: 'Access token' });
const newForm = () => page.getByRole('dialog', { name: 'New integration' });
const editForm = () => page.getByRole('dialog', { name: 'Edit Kasir' });

describe('the token of a new integration', () => {
  beforeEach(async () => {
    const integration = row('integration', 1, { name: 'Kasir', access_token: TOKEN });
    setRecords('integration', []);
    mockResponse('POST /api/integration', () => Response.json({ data: integration }, { status: 201 }));
    await openConsole('/system/integration');
    await page.getByRole('button', { name: /^New/ }).first().click();
    await newForm().getByRole('combobox', { name: 'Hotel', exact: true }).fill('Menteng');
    await page.getByRole('option', { name: /Laksmira Jakarta Menteng/ }).click();
    await newForm().getByRole('textbox', { name: 'Property name' }).fill('Kasir');
    await newForm().getByRole('button', { name: 'Save' }).click();
    await expect.element(tokenGroup()).toHaveTextContent(TOKEN);
  });

  it('is shown once, and neither shown nor stored after confirmation', async () => {
    expect((await waitForRequest('POST /api/integration')).body).toMatchObject({ name: 'Kasir', hotel_id: '1' });
    await expectAccessible();
    await tokenDialog().getByRole('button', { name: 'I’ve saved it' }).click();
    await expect.element(tokenDialog()).not.toBeInTheDocument();
    expect(document.body.innerHTML).not.toContain(TOKEN);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain(TOKEN);
  });

  it('requires confirmation before it is closed', async () => {
    await userEvent.keyboard('{Escape}');
    const confirmation = page.getByRole('alertdialog', { name: 'Have you saved the token?' });
    await confirmation.getByRole('button', { name: 'Back to the token' }).click();
    await expect.element(confirmation).not.toBeInTheDocument();
    await expect.element(tokenGroup()).toHaveTextContent(TOKEN);
  });
});

describe('replaced token', () => {
  beforeEach(async () => {
    setRecords('integration', [row('integration', 1, { name: 'Kasir' })]);
    mockResponse('POST /api/integration/1/token', () => {
      const changedIntegration = row('integration', 1, { name: 'Kasir', version: 2 });
      setRecords('integration', [changedIntegration]);
      return Response.json({ data: { ...changedIntegration, access_token: TOKEN } });
    });
  });

  it('requires confirmation, is shown once, and the form continues with the new version', async () => {
    await openConsole('/system/integration');
    await page.getByRole('link', { name: 'Kasir' }).click();
    await expect.element(editForm().getByRole('textbox', { name: 'Access token' })).toHaveValue('');
    await editForm().getByRole('button', { name: 'Replace token' }).click();
    const confirmation = page.getByRole('alertdialog', { name: 'Replace token?' });
    await expect.element(confirmation).toBeVisible();
    expect(await findRequests('POST /api/integration/1/token')).toEqual([]);
    await confirmation.getByRole('button', { name: 'Replace token' }).click();
    await expect.element(tokenGroup()).toHaveTextContent(TOKEN);
    await tokenDialog().getByRole('button', { name: 'I’ve saved it' }).click();
    await editForm().getByRole('textbox', { name: 'Property name' }).fill('Kasir 2');
    await editForm().getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByRole('link', { name: 'Kasir 2' })).toBeVisible();
    const { body, headers } = await waitForRequest('POST /api/integration/1');
    expect(headers.get('If-Unmodified-Since-Version')).toBe('2');
    expect(body).toEqual({ _method: 'POST', name: 'Kasir 2' });
    await expect.element(tokenDialog()).not.toBeInTheDocument();
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
