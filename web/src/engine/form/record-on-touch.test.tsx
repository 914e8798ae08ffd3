import { afterEach, expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { openConsole } from '../../testing/open-console.tsx';
import { setRecords } from '../../testing/mock-server.ts';
import { row } from '../../testing/rows.ts';

const PATH = '/system/region/1';
const deleteButton = page.getByRole('button', { name: 'Delete Region of the east' });
const countKeyHints = () => [...document.querySelectorAll('kbd')].filter((element) => element.checkVisibility()).length;
/** Distance in pixels between the name of the record and its delete button below. */
const distanceBelowName = () => {
  const name = page.getByRole('heading', { name: 'Region of the east' }).element().getBoundingClientRect();
  return deleteButton.element().getBoundingClientRect().top - name.bottom;
};

afterEach(() => commands.setTouchScreen(false));

test('a touch screen shows no keyboard hints, and the delete button at the end', async () => {
  await page.viewport(1024, 768);
  setRecords('region', [row('region', 1, { name: 'Region of the east' })]);
  await openConsole(PATH);
  await expect.element(deleteButton).toBeVisible();
  expect(distanceBelowName()).toBeLessThan(0);
  expect(countKeyHints()).toBeGreaterThan(0);
  await commands.setTouchScreen(true);
  await expect.poll(countKeyHints).toBe(0);
  await expect.poll(distanceBelowName).toBeGreaterThan(100);
});
