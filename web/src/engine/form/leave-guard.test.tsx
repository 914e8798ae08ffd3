// Core test: every form.
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../../shell/router.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, deferResponse } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const nameInput = () => page.getByRole('textbox', { name: 'Name' });
const confirmation = () => page.getByRole('alertdialog', { name: 'Leave without saving?' });
const membershipsLink = () =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Memberships' });

describe('form with unsaved changes', () => {
  beforeEach(async () => {
    await openConsole('/system/region/1');
    await nameInput().fill('Java and Madura');
    await expect.element(page.getByText('1 unsaved change')).toBeVisible();
  });

  it('requires confirmation, focuses the safe choice, and stays open if that is chosen', async () => {
    await membershipsLink().click();
    await expect.element(confirmation().getByRole('button', { name: 'Keep editing' })).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('{Enter}');
    await expect.element(confirmation()).not.toBeInTheDocument();
    await expect.element(nameInput()).toHaveValue('Java and Madura');
    expect(router.state.location.pathname).toBe('/system/region/1');
  });

  it('closes after confirmation and discards its values', async () => {
    await membershipsLink().click();
    await confirmation().getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Memberships' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/system/membership');
    expect(localStorage.getItem('innkeeper.draft.1.region.1')).toBeNull();
    expect(await findRequests('POST /api/region/1')).toEqual([]);
  });

  it('preserves the input without confirmation on another tab of the record', async () => {
    await page.getByRole('tab', { name: 'History' }).click();
    await expect.element(page.getByText('No changes yet')).toBeVisible();
    await page.getByRole('tab', { name: 'Data' }).click();
    await expect.element(nameInput()).toHaveValue('Java and Madura');
    await expect.element(confirmation()).not.toBeInTheDocument();
  });

  it("triggers the browser's confirmation when the page is closed", () => {
    const event = new Event('beforeunload', { cancelable: true });
    dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
  });
});

it('an unchanged form closes without confirmation', async () => {
  await openConsole('/system/region/1');
  await expect.element(nameInput()).toBeVisible();
  await membershipsLink().click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Memberships' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/system/membership');
});

it('another page remains open when the response to a new record arrives', async () => {
  const { resolver, release } = deferResponse(() => HttpResponse.json({ data: row('region', 4, { name: 'Bali' }) }));
  mockResponse('POST /api/region', resolver);
  await openConsole('/system/region/new');
  await nameInput().fill('Bali');
  await page.getByRole('textbox', { name: 'Code' }).fill('BAL');
  await userEvent.keyboard('{Control>}s{/Control}');
  await waitForRequest('POST /api/region');
  await membershipsLink().click();
  await confirmation().getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Memberships' })).toBeVisible();
  release();
  await expect.element(page.getByText('Saved.')).toBeVisible();
  expect(router.state.location.pathname).toBe('/system/membership');
});
