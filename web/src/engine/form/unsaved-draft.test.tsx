import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../../shell/router.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { sent } from '../../testing/requests.ts';

const KEY = 'innkeeper.draft.1.region.1';
const name = () => page.getByRole('textbox', { name: 'Name' });
const offer = () => page.getByRole('status').filter({ hasText: 'unsaved draft' });

/** Types a name, leaves, and reopens the same record in the same browser. */
async function reopen(): Promise<void> {
  await openConsole('/system/region/1');
  await name().fill('Nusa Tenggara');
  const stored = await vi.waitFor(() => {
    const found = localStorage.getItem(KEY);
    if (!found) throw new Error('No draft is stored yet');
    return found;
  });
  await openConsole('/system/membership');
  localStorage.setItem(KEY, stored);
  router.history.push('/system/region/1');
  await expect.element(offer()).toBeVisible();
}

describe('unsaved draft', () => {
  beforeEach(reopen);

  it('is offered above the saved values, with the names of its fields', async () => {
    await expect.element(offer()).toMatchTextContent(/You have an unsaved draft from .*\. Name/);
    await expect.element(name()).toHaveValue('Java');
    await expectAccessible();
  });

  it('is resumed as unsaved and saved with the version it is based on', async () => {
    await offer().getByRole('button', { name: 'Restore' }).click();
    await expect.element(name()).toHaveValue('Nusa Tenggara');
    await expect.element(page.getByText('1 unsaved change')).toBeVisible();
    await expect.element(offer()).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}s{/Control}');
    const { body, headers } = await sent('POST /api/region/1');
    expect(body).toMatchObject({ name: 'Nusa Tenggara' });
    expect(headers.get('If-Unmodified-Since-Version')).toBe('1');
    await expect.poll(() => localStorage.getItem(KEY)).toBeNull();
  });

  it('can be discarded', async () => {
    await offer().getByRole('button', { name: 'Discard' }).click();
    await expect.element(offer()).not.toBeInTheDocument();
    await expect.element(name()).toHaveValue('Java');
    expect(localStorage.getItem(KEY)).toBeNull();
  });
});
