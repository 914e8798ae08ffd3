import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { dashboardData } from '../../testing/dashboard-data.ts';
import { mockResponse } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { testInEveryVariant } from '../../testing/variants.ts';
import { stories } from './dashboard-page.stories.ts';

describe('the dashboard', () => {
  testInEveryVariant(stories);

  test.for([1024, 1280])('has the choice of hotels beside its heading: %d px', async (width) => {
    await page.viewport(width, 768);
    mockResponse('GET /api/dashboard', { data: dashboardData() });
    await openConsole('/company/dashboard');
    const heading = page.getByRole('heading', { level: 1 });
    const choice = page.getByRole('main').getByRole('button', { name: /^Hotels: / });
    await expect.element(choice).toBeVisible();
    const { top, height } = heading.element().getBoundingClientRect();
    const choiceRect = choice.element().getBoundingClientRect();
    expect(choiceRect.top).toBeLessThan(top + height / 2);
    expect(choiceRect.bottom).toBeGreaterThan(top + height / 2);
  });
});
