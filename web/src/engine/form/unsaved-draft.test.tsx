import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../../shell/router.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { waitForRequest } from '../../testing/requests.ts';

const DRAFT_KEY = 'innkeeper.draft.1.region.1';
const nameInput = () => page.getByRole('textbox', { name: 'Name' });
const draftNotice = () => page.getByRole('status').filter({ hasText: 'unsaved draft' });

/** Types a name, leaves, and reopens the same record in the same browser. */
async function reopenWithDraft(): Promise<void> {
  await openConsole('/system/region/1');
  await nameInput().fill('Nusa Tenggara');
  const storedDraft = await vi.waitFor(() => {
    const draft = localStorage.getItem(DRAFT_KEY);
    if (!draft) throw new Error('No draft is stored yet');
    return draft;
  });
  await openConsole('/system/membership');
  localStorage.setItem(DRAFT_KEY, storedDraft);
  router.history.push('/system/region/1');
  await expect.element(draftNotice()).toBeVisible();
}

describe('unsaved draft', () => {
  beforeEach(reopenWithDraft);

  it('is offered above the saved values, with the names of its fields', async () => {
    await expect.element(draftNotice()).toMatchTextContent(/You have an unsaved draft from .*\. Name/);
    await expect.element(nameInput()).toHaveValue('Java');
    await expectAccessible();
  });

  it('is resumed as unsaved and saved with the version it is based on', async () => {
    await draftNotice().getByRole('button', { name: 'Restore' }).click();
    await expect.element(nameInput()).toHaveValue('Nusa Tenggara');
    await expect.element(page.getByText('1 unsaved change')).toBeVisible();
    await expect.element(draftNotice()).not.toBeInTheDocument();
    await userEvent.keyboard('{Control>}s{/Control}');
    const { body, headers } = await waitForRequest('POST /api/region/1');
    expect(body).toMatchObject({ name: 'Nusa Tenggara' });
    expect(headers.get('If-Unmodified-Since-Version')).toBe('1');
    await expect.poll(() => localStorage.getItem(DRAFT_KEY)).toBeNull();
  });

  it('can be discarded', async () => {
    await draftNotice().getByRole('button', { name: 'Discard' }).click();
    await expect.element(draftNotice()).not.toBeInTheDocument();
    await expect.element(nameInput()).toHaveValue('Java');
    expect(localStorage.getItem(DRAFT_KEY)).toBeNull();
  });
});
