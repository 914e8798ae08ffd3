import { afterEach, expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { mockOneHotel } from '../testing/desk.ts';
import { FRONT_DESK } from '../testing/fixtures.ts';
import { mockResponse } from '../testing/mock-server.ts';
import { openConsole } from '../testing/open-console.tsx';
import { fullShift } from '../testing/shifts.ts';

/** What a finger hits without looking twice, in pixels. */
const FINGER = 44;

afterEach(() => commands.setTouchScreen(false));

test('options, switches and small buttons take a finger on 44 pixels', async () => {
  await page.viewport(390, 844);
  await commands.setTouchScreen(true);
  mockOneHotel();
  mockResponse('GET /api/shift', { data: fullShift() });
  mockResponse('GET /api/shift/recipient', { data: [{ id: 5, name: 'Yoga Pratama' }] });
  await openConsole('/finance/handover', { user: FRONT_DESK });
  const entries = page.getByRole('radio', { name: 'Mine' });
  await expect.element(entries).toBeVisible();
  expect(entries.element().closest('label')?.offsetHeight).toBeGreaterThanOrEqual(FINGER);
  await page.getByRole('combobox', { name: 'Period' }).click();
  const option = page.getByRole('option', { name: 'Last 12 hours' });
  await expect.element(option).toBeVisible();
  await expect.poll(() => option.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(FINGER);
  await option.click();
  await page.getByRole('button', { name: 'Send…' }).click();
  const closeButton = page.getByRole('dialog').getByRole('button', { name: 'Close' });
  await expect.element(closeButton).toBeVisible();
  // Two pixels within the corner of the area, around the button at rest.
  const findTarget = () => {
    const { top, left, width } = closeButton.element().getBoundingClientRect();
    const reach = (FINGER - width) / 2 - 2;
    return document.elementFromPoint(left - reach, top - reach)?.closest('button');
  };
  await expect.poll(findTarget).toBe(closeButton.element());
});
