import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { expectRows, gridRows } from '../../testing/lists.ts';
import { OVERVIEW, STANDING } from '../../testing/member-overview.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse } from '../../testing/mock-server.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';

const sidePanel = (name: string) => page.getByRole('complementary', { name });

function mockMembers(): void {
  for (const id of [1, 2, 3]) {
    const standing = { ...STANDING, member: { id, name: `First name ${id} Last name ${id}` } };
    mockResponse(`GET /api/member/${id}/standing`, { data: standing });
    mockResponse(`GET /api/member/${id}/overview`, { data: OVERVIEW });
  }
}

async function openFirstPeek(): Promise<void> {
  mockMembers();
  await openConsole('/company/member');
  await expectRows(3);
  await gridRows().first().hover();
  await gridRows().first().getByRole('button', { name: 'Preview First name 1' }).click();
}

test('the side panel shows a compact member page', async () => {
  await openFirstPeek();
  const panel = sidePanel('First name 1');
  await expect.element(panel.getByText('3600 0000 0007', { exact: true })).toBeVisible();
  await expect.element(panel.getByRole('progressbar', { name: 'Visits to keep this tier' })).toBeVisible();
  await expect.element(panel.getByRole('link', { name: 'Redeem Dinner for two' })).toBeVisible();
  await expect.element(panel.getByRole('group', { name: 'Actions' }).getByRole('button').first()).toBeVisible();
  await expect.element(panel.getByRole('region', { name: 'At a glance' })).toBeVisible();
  await expectAccessible();
  await expectTextsToFit();
});

test('arrow keys move through the rows from the list and from the panel', async () => {
  await openFirstPeek();
  await expect.element(sidePanel('First name 1')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(sidePanel('First name 2')).toBeVisible();
  const redeemLink = sidePanel('First name 2').getByRole('link', { name: 'Redeem Dinner for two' });
  await expect.element(redeemLink).toBeVisible();
  redeemLink.element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(sidePanel('First name 3')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowUp}');
  await expect.element(sidePanel('First name 2')).toBeVisible();
  await expect.element(gridRows().nth(1)).toHaveClass('is-peeked');
});
