import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { memberToCall, mockCallLists } from '../../testing/call-lists.ts';
import { CAN_RECEIVE_FREE } from '../../testing/member-eligibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { testInEveryVariant } from '../../testing/variants.ts';
import { stories } from './call-list-page.stories.ts';

describe('call lists', () => {
  testInEveryVariant(stories);
});

test.each([1440, 390])('a card number is shown whole beside a long membership, at %i px', async (width) => {
  await page.viewport(width, 900);
  const membership = { id: 1, name: 'Laksmira Platinum for Families and Friends' };
  const card = { id: 1, sbec_no: '000000485953', end_date: '2026-12-31' };
  mockCallLists([memberToCall(1, { membership, card })]);
  await openConsole('/company/work-list/renewal');
  const group = page.getByText('0048', { exact: true });
  await expect.element(group).toBeVisible();
  const number = group.element().parentElement;
  const line = number?.parentElement;
  if (!number || !line) throw new Error('The number has no line');
  expect(number.textContent).toBe('000000485953');
  expect(number.getBoundingClientRect().right).toBeLessThanOrEqual(line.getBoundingClientRect().right);
  expect(line.scrollWidth).toBeLessThanOrEqual(line.clientWidth);
});

test.each(['en', 'id'] as const)('rows end within their frame in the narrowest wide window: %s', async (language) => {
  await page.viewport(1440, 900);
  mockCallLists([memberToCall(1, { due_on: '2025-06-30', may: CAN_RECEIVE_FREE })]);
  await openConsole('/company/work-list/renewal', { language });
  const list = page.getByRole('list', { name: /^(?:Members to call|Anggota yang perlu dihubungi)$/ });
  await expect.element(list).toBeVisible();
  const { right } = list.element().getBoundingClientRect();
  const rights = [...list.element().querySelectorAll('button, a')].map((link) => link.getBoundingClientRect().right);
  expect(Math.max(...rights)).toBeLessThanOrEqual(right);
});
