import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { playMember } from '../../testing/member-overview.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { hasLoaded } from '../../testing/quiet.ts';
import { expectRoomForTexts } from '../../testing/room-for-texts.ts';

// Loaded beforehand: a test waits for the page, not for its code.
beforeAll(() =>
  Promise.all([
    import('../layout.tsx'),
    import('../resource-screen.tsx'),
    import('../../programme/members/member-page.tsx'),
  ]),
);

// Pages are measured by their own tests: testing/looks.ts. These parts have no such test.
test.each([
  '/company/member/new',
  '/others/users/new',
  '/system/hotel/new',
  '/others/users/1',
  '/finance/visit/1',
  '/others/role-group/1',
])('%s has room for its texts in every language, layout and width', async (path) => {
  await openConsole(path);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await hasLoaded(() => document.querySelector('main'));
  await expectRoomForTexts();
});

test.each(['history', 'member_voucher'])('the tab %s of a member has room for its texts', async (tab) => {
  playMember();
  await openConsole(`/company/member/5?tab=${tab}`);
  await hasLoaded(() => document.querySelector('[role=tabpanel]'));
  await expectRoomForTexts();
});
