import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { mockOneHotel } from '../../testing/desk.ts';
import { FRONT_DESK } from '../../testing/fixtures.ts';
import { mockResponse, neverResponds } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { testInEveryVariant } from '../../testing/variants.ts';
import { stories } from './home-pages.stories.ts';

describe('first page after sign-in', () => {
  testInEveryVariant(stories);
});

test('on a phone what is done with a guest is first in the dashboard, and in sight', async () => {
  await page.viewport(390, 844);
  mockOneHotel();
  mockResponse('GET /api/dashboard', neverResponds);
  await openConsole('/company/dashboard', { user: FRONT_DESK });
  const links = page.getByRole('navigation', { name: 'Every day' }).getByRole('link');
  await expect.element(links.first()).toBeVisible();
  const firstLinks = links.elements().slice(0, 3);
  expect(firstLinks.map(({ textContent }) => textContent)).toEqual(['Sell a membership', 'Post a visit', 'Redeem']);
  for (const link of firstLinks) {
    const { left, right } = link.getBoundingClientRect();
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(390);
  }
});
