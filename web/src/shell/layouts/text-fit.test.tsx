import { beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mockMember } from '../../testing/member-overview.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { waitUntilLoaded } from '../../testing/loading.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';

// Preloaded, so that the tests do not wait for the modules.
beforeAll(() =>
  Promise.all([
    import('../layout.tsx'),
    import('../resource-screen.tsx'),
    import('../../features/members/member-page.tsx'),
  ]),
);

// Pages with stories are measured by testing/variants.ts; these pages have none.
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
  await waitUntilLoaded(() => document.querySelector('main'));
  await expectTextsToFit();
});

test.each(['history', 'member_voucher'])('the tab %s of a member has room for its texts', async (tab) => {
  mockMember();
  await openConsole(`/company/member/5?tab=${tab}`);
  await waitUntilLoaded(() => document.querySelector('[role=tabpanel]'));
  await expectTextsToFit();
});
