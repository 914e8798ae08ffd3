import { beforeAll, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { router } from '../../../shell/router.tsx';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { PAGE_VARIANTS } from '../../../testing/variants.ts';
import { mockMerge } from '../../../testing/member-merge.ts';
import { openConsole } from '../../../testing/open-console.tsx';
import { mockResponse, rejection } from '../../../testing/mock-server.ts';
import { findRequests } from '../../../testing/requests.ts';

// Preloaded, so that tests wait for the page and not for its modules.
beforeAll(() => Promise.all([import('../member-page.tsx'), import('../overview/overview-panel.tsx')]));

const UNDO_CALL = 'POST /api/member/5/merge/3/undo';
const undoButton = page.getByRole('button', { name: 'Undo until 19 Apr 2026' });
const absorbedNotice = page.getByText('was merged into this member on 20 Mar 2026 by Sari Wulandari.');

describe('a member that was merged', () => {
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`shows the retained member and links to it: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      mockMerge();
      await openConsole('/company/member/6', { language, theme });
      const link = page.getByRole('status').getByRole('link', { name: 'Bagus Santoso #5' });
      await expect.element(link).toBeVisible();
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      await link.click();
      await expect.poll(() => router.state.location.href).toBe('/company/member/5');
    });

  test('is shown on the page of the retained member, and can be restored there', async () => {
    mockMerge();
    await openConsole('/company/member/5');
    await expect.element(absorbedNotice).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Bagus S. #6' })).toHaveAttribute('href', '/company/member/6');
    await expectAccessible();
    await undoButton.click();
    await expect.element(page.getByText('Bagus Santoso and Bagus S. are separate members again.')).toBeVisible();
    await expect.element(absorbedNotice).not.toBeInTheDocument();
    expect(await findRequests(UNDO_CALL)).toHaveLength(1);
  });

  test('shows why the merge cannot be undone', async () => {
    mockMerge();
    mockResponse(UNDO_CALL, () =>
      rejection(409, 'conflict', { message: 'Another member now uses the email that one of the two had.' }),
    );
    await openConsole('/company/member/5');
    await undoButton.click();
    await expect.element(page.getByText('Another member now uses the email that one of the two had.')).toBeVisible();
    await expect.element(undoButton).toBeEnabled();
    await expect.element(absorbedNotice).toBeVisible();
  });

  test('offers no undo after the deadline, and is noted only on the merged member’s page', async () => {
    mockMerge({ can_undo: false });
    await openConsole('/company/member/6');
    await expect.element(page.getByText('Merged into')).toBeVisible();
    await expect.element(undoButton).not.toBeInTheDocument();
    await openConsole('/company/member/5');
    await expect.element(page.getByRole('heading', { name: 'Bagus Santoso', level: 1 })).toBeVisible();
    await expect.element(absorbedNotice).not.toBeInTheDocument();
  });
});
