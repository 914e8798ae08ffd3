import { beforeAll, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../testing/open-console.tsx';
import { setRecords } from '../testing/mock-server.ts';
import { row } from '../testing/rows.ts';

// Preloaded, so that the tests do not wait for the modules.
beforeAll(() =>
  Promise.all([
    import('../engine/list/list-page.tsx'),
    import('../engine/record/record-page.tsx'),
    import('../features/manual-changes/card-and-voucher-pages.tsx'),
  ]),
);

it('a card number is shown in groups of four, and is found and copied without gaps', async () => {
  setRecords('member_card', [row('member_card', 7, { sbec_no: '0002924444367089' })]);
  await openConsole('/company/member-card');
  const cardNumber = page.getByText('0002924444367089', { exact: true }).first();
  await expect.element(cardNumber).toBeVisible();
  const groups = [...cardNumber.element().children];
  expect(groups.map((group) => group.textContent)).toEqual(['0002', '9244', '4436', '7089']);
  const groupRects = groups.map((group) => group.getBoundingClientRect());
  for (const [index, { left }] of groupRects.slice(1).entries())
    expect(left - (groupRects[index]?.right ?? left)).toBeGreaterThan(2);
  expect(window.getSelection()?.selectAllChildren(cardNumber.element())).toBeUndefined();
  expect(window.getSelection()?.toString()).toBe('0002924444367089');
});

it('a number that has its own spaces is shown unchanged', async () => {
  setRecords('member_card', [row('member_card', 7, { sbec_no: '3600 0000 0007' })]);
  await openConsole('/company/member-card/7');
  await expect.element(page.getByText('3600 0000 0007', { exact: true }).first()).toBeVisible();
});
