import { beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { router } from '../../../shell/router.tsx';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { LOOKS } from '../../../testing/looks.ts';
import { playMerged } from '../../../testing/member-merge.ts';
import { openConsole } from '../../../testing/open-console.tsx';
import { answer, refusal } from '../../../testing/played-server.ts';
import { requests } from '../../../testing/requests.ts';

// Loaded beforehand: a test waits for the page, not for its code.
beforeAll(() => Promise.all([import('../member-page.tsx'), import('../overview/overview-panel.tsx')]));

const UNDO = 'POST /api/member/5/merge/3/undo';
const undo = page.getByRole('button', { name: 'Undo until 19 Apr 2026' });
const absorbedNotice = page.getByText('was merged into this member on 20 Mar 2026 by Sari Wulandari.');

describe('a member that was merged', () => {
  for (const { language, theme, width, height } of LOOKS)
    test(`says where it went, and leads there: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      playMerged();
      await openConsole('/company/member/6', { language, theme });
      const link = page.getByRole('status').getByRole('link', { name: 'Bagus Santoso #5' });
      await expect.element(link).toBeVisible();
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await link.click();
      await expect.poll(() => router.state.location.href).toBe('/company/member/5');
    });

  test('is told on the page of who absorbed it, and comes back from there', async () => {
    playMerged();
    await openConsole('/company/member/5');
    await expect.element(absorbedNotice).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Bagus S. #6' })).toHaveAttribute('href', '/company/member/6');
    await expectAccessible();
    await undo.click();
    await expect.element(page.getByText('Bagus Santoso and Bagus S. are two members again.')).toBeVisible();
    await expect.element(absorbedNotice).not.toBeInTheDocument();
    expect(await requests(UNDO)).toHaveLength(1);
  });

  test('that cannot come back says why', async () => {
    playMerged();
    answer(UNDO, () => refusal(409, 'conflict', { message: 'Another member has the email by now.' }));
    await openConsole('/company/member/5');
    await undo.click();
    await expect.element(page.getByText('Another member has the email by now.')).toBeVisible();
    await expect.element(undo).toBeEnabled();
    await expect.element(absorbedNotice).toBeVisible();
  });

  test('is told without a way back once the days for that are over, and only where it was absorbed', async () => {
    playMerged({ can_undo: false });
    await openConsole('/company/member/6');
    await expect.element(page.getByText('Merged into')).toBeVisible();
    await expect.element(undo).not.toBeInTheDocument();
    await openConsole('/company/member/5');
    await expect.element(page.getByRole('heading', { name: 'Bagus Santoso', level: 1 })).toBeVisible();
    await expect.element(absorbedNotice).not.toBeInTheDocument();
  });
});
