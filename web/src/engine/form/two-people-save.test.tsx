import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer, keepRecords, refusal } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { type Values, row } from '../../testing/rows.ts';

const MINE = { capital: 'Jakarta', spelling: 'Indonesia', sub_region: 'Asia' };
const box = (name: string) => page.getByRole('textbox', { name, exact: true });
const dialog = () => page.getByRole('alertdialog', { name: 'Someone else saved this record first' });
const save = () => userEvent.keyboard('{Control>}s{/Control}');

/** Somebody else saves these values while the form is open. */
function meanwhile(theirs: Values): void {
  const current = row('country', 1, { ...MINE, ...theirs, version: 2, updated_by: { id: 2, name: 'Made Suardana' } });
  answer('POST /api/country/1', ({ request }) => {
    if (request.headers.get('If-Unmodified-Since-Version') !== '1') return undefined;
    keepRecords('country', [current]);
    return refusal(409, 'stale_record', { current });
  });
}

describe('when somebody else has saved the record first', () => {
  beforeEach(async () => {
    keepRecords('country', [row('country', 1, MINE)]);
    await openConsole('/system/country/1');
    await expect.element(box('Capital')).toHaveValue('Jakarta');
  });

  it('changes that do not meet are both kept, which is said', async () => {
    meanwhile({ spelling: 'Nusantara' });
    await box('Capital').fill('Nusantara');
    await save();
    await expect
      .element(page.getByText('Saved. Someone else changed Spelling meanwhile; both changes are kept.'))
      .toBeVisible();
    await expect.element(box('Spelling')).toHaveValue('Nusantara');
    await expect.element(box('Capital')).toHaveValue('Nusantara');
    const [first, second] = await requests('POST /api/country/1');
    expect(first?.headers.get('If-Unmodified-Since-Version')).toBe('1');
    expect(second?.headers.get('If-Unmodified-Since-Version')).toBe('2');
    expect(second?.body).toEqual({ _method: 'POST', capital: 'Nusantara' });
  });

  it('changes of the same field stand side by side, and the choice is saved over theirs', async () => {
    meanwhile({ capital: 'Bandung', spelling: 'Nusantara' });
    await box('Capital').fill('Bogor');
    await save();
    await expect.element(dialog().getByText('Made Suardana saved “Name 1”')).toBeVisible();
    await expect.element(dialog().getByRole('radio', { name: /Bandung/ })).toHaveFocus();
    await expect.element(dialog().getByRole('radio', { name: /Bandung/ })).not.toBeChecked();
    await expect.element(dialog().getByText('Kept from them, since you did not touch it: Spelling.')).toBeVisible();
    await expect.element(dialog().getByText('Jakarta', { exact: true })).toBeVisible();
    await expect.element(dialog().getByRole('radio', { name: /Bandung/ })).toBeVisible();
    await expect.element(dialog().getByRole('button', { name: 'Save this' })).toBeDisabled();
    await expectAccessible();
    await dialog().getByRole('radio', { name: /Bogor/ }).click();
    await dialog().getByRole('button', { name: 'Save this' }).click();
    await expect.element(page.getByText('Nothing to save')).toBeVisible();
    const { body, headers } = await sent('POST /api/country/1');
    expect(body).toEqual({ _method: 'POST', capital: 'Bogor' });
    expect(headers.get('If-Unmodified-Since-Version')).toBe('2');
    await expect.element(box('Spelling')).toHaveValue('Nusantara');
  });

  it('theirs are taken without another save where nothing of mine is left', async () => {
    meanwhile({ capital: 'Bandung' });
    await box('Capital').fill('Bogor');
    await save();
    await dialog()
      .getByRole('radio', { name: /Bandung/ })
      .click();
    await dialog().getByRole('button', { name: 'Save this' }).click();
    await expect.element(box('Capital')).toHaveValue('Bandung');
    await expect.element(page.getByText('Nothing to save')).toBeVisible();
    expect(await requests('POST /api/country/1')).toHaveLength(1);
  });

  it('nothing is decided by going back to the form', async () => {
    meanwhile({ capital: 'Bandung' });
    await box('Capital').fill('Bogor');
    await save();
    await dialog().getByRole('button', { name: 'Back to the form' }).click();
    await expect.element(dialog()).not.toBeInTheDocument();
    await expect.element(box('Capital')).toHaveValue('Bogor');
    await expect.element(page.getByText('1 field changed, not saved yet')).toBeVisible();
  });
});
