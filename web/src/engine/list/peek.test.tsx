import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { expectRows, gridRows } from '../../testing/lists.ts';
import { OVERVIEW, STANDING } from '../../testing/member-overview.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { answer } from '../../testing/played-server.ts';
import { expectRoomForTexts } from '../../testing/room-for-texts.ts';

const peek = (name: string) => page.getByRole('complementary', { name });

function playMembers(): void {
  for (const id of [1, 2, 3]) {
    const standing = { ...STANDING, member: { id, name: `First name ${id} Last name ${id}` } };
    answer(`GET /api/member/${id}/standing`, { data: standing });
    answer(`GET /api/member/${id}/overview`, { data: OVERVIEW });
  }
}

async function peekAtFirst(): Promise<void> {
  playMembers();
  await openConsole('/company/member');
  await expectRows(3);
  await gridRows().first().hover();
  await gridRows().first().getByRole('button', { name: 'Peek at First name 1' }).click();
}

test('a member beside the list is the member page in small', async () => {
  await peekAtFirst();
  const panel = peek('First name 1');
  await expect.element(panel.getByText('3600 0000 0007', { exact: true })).toBeVisible();
  await expect.element(panel.getByRole('progressbar', { name: 'To keep the level' })).toBeVisible();
  await expect.element(panel.getByRole('link', { name: 'Redeem Dinner for two' })).toBeVisible();
  await expect.element(panel.getByRole('group', { name: 'Actions' }).getByRole('button').first()).toBeVisible();
  await expect.element(panel.getByRole('region', { name: 'At a glance' })).toBeVisible();
  await expectAccessible();
  await expectRoomForTexts();
});

test('the arrows walk on through the rows, from the list and from within the panel', async () => {
  await peekAtFirst();
  await expect.element(peek('First name 1')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(peek('First name 2')).toBeVisible();
  const redeem = peek('First name 2').getByRole('link', { name: 'Redeem Dinner for two' });
  await expect.element(redeem).toBeVisible();
  redeem.element().focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(peek('First name 3')).toBeVisible();
  await userEvent.keyboard('{ArrowDown}{ArrowUp}');
  await expect.element(peek('First name 2')).toBeVisible();
  await expect.element(gridRows().nth(1)).toHaveClass('is-peeked');
});
