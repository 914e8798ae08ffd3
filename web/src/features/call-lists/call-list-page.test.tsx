import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { memberToCall, mockCallLists } from '../../testing/call-lists.ts';
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
