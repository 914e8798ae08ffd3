import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, setRecords, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { type Values, row } from '../../testing/rows.ts';

const OWN_VALUES = { capital: 'Jakarta', spelling: 'Indonesia', sub_region: 'Asia' };
const textbox = (name: string) => page.getByRole('textbox', { name, exact: true });
const conflictDialog = () => page.getByRole('alertdialog', { name: 'Someone else saved this record first' });
const save = () => userEvent.keyboard('{Control>}s{/Control}');

/** Simulates another user saving these values while the form is open. */
function saveAsOtherUser(theirValues: Values): void {
  const current = row('country', 1, {
    ...OWN_VALUES,
    ...theirValues,
    version: 2,
    updated_by: { id: 2, name: 'Made Suardana' },
  });
  mockResponse('POST /api/country/1', ({ request }) => {
    if (request.headers.get('If-Unmodified-Since-Version') !== '1') return undefined;
    setRecords('country', [current]);
    return rejection(409, 'stale_record', { current });
  });
}

describe('a save after another user saved the record', () => {
  beforeEach(async () => {
    setRecords('country', [row('country', 1, OWN_VALUES)]);
    await openConsole('/system/country/1');
    await expect.element(textbox('Capital')).toHaveValue('Jakarta');
  });

  it('saves and reports both changes if they concern different fields', async () => {
    saveAsOtherUser({ spelling: 'Nusantara' });
    await textbox('Capital').fill('Nusantara');
    await save();
    await expect
      .element(page.getByText('Saved. Someone else changed Spelling meanwhile; both changes were saved.'))
      .toBeVisible();
    await expect.element(textbox('Spelling')).toHaveValue('Nusantara');
    await expect.element(textbox('Capital')).toHaveValue('Nusantara');
    const [first, second] = await findRequests('POST /api/country/1');
    expect(first?.headers.get('If-Unmodified-Since-Version')).toBe('1');
    expect(second?.headers.get('If-Unmodified-Since-Version')).toBe('2');
    expect(second?.body).toEqual({ _method: 'POST', capital: 'Nusantara' });
  });

  it('shows changes of the same field side by side, and saves the chosen value', async () => {
    saveAsOtherUser({ capital: 'Bandung', spelling: 'Nusantara' });
    await textbox('Capital').fill('Bogor');
    await save();
    await expect.element(conflictDialog().getByText('Made Suardana saved “Name 1”')).toBeVisible();
    await expect.element(conflictDialog().getByRole('radio', { name: /Bandung/ })).toHaveFocus();
    await expect.element(conflictDialog().getByRole('radio', { name: /Bandung/ })).not.toBeChecked();
    await expect
      .element(conflictDialog().getByText('Their changes in fields you did not edit are included: Spelling.'))
      .toBeVisible();
    await expect.element(conflictDialog().getByText('Jakarta', { exact: true })).toBeVisible();
    await expect.element(conflictDialog().getByRole('radio', { name: /Bandung/ })).toBeVisible();
    await expect.element(conflictDialog().getByRole('button', { name: 'Save this' })).toBeDisabled();
    await expectAccessible();
    await conflictDialog().getByRole('radio', { name: /Bogor/ }).click();
    await conflictDialog().getByRole('button', { name: 'Save this' }).click();
    await expect.element(page.getByText('No changes')).toBeVisible();
    const { body, headers } = await waitForRequest('POST /api/country/1');
    expect(body).toEqual({ _method: 'POST', capital: 'Bogor' });
    expect(headers.get('If-Unmodified-Since-Version')).toBe('2');
    await expect.element(textbox('Spelling')).toHaveValue('Nusantara');
  });

  it('accepts the other user’s values without another save if no own change remains', async () => {
    saveAsOtherUser({ capital: 'Bandung' });
    await textbox('Capital').fill('Bogor');
    await save();
    await conflictDialog()
      .getByRole('radio', { name: /Bandung/ })
      .click();
    await conflictDialog().getByRole('button', { name: 'Save this' }).click();
    await expect.element(textbox('Capital')).toHaveValue('Bandung');
    await expect.element(page.getByText('No changes')).toBeVisible();
    expect(await findRequests('POST /api/country/1')).toHaveLength(1);
  });

  it('resolves nothing if the user returns to the form', async () => {
    saveAsOtherUser({ capital: 'Bandung' });
    await textbox('Capital').fill('Bogor');
    await save();
    await conflictDialog().getByRole('button', { name: 'Back to the form' }).click();
    await expect.element(conflictDialog()).not.toBeInTheDocument();
    await expect.element(textbox('Capital')).toHaveValue('Bogor');
    await expect.element(page.getByText('1 unsaved change')).toBeVisible();
  });
});
