import { afterEach, expect, test } from 'vitest';
import { commands, page } from 'vitest/browser';
import { openConsole } from '../../testing/open-console.tsx';
import { setRecords } from '../../testing/mock-server.ts';
import { row } from '../../testing/rows.ts';

const PATH = '/system/region/1';
const remove = page.getByRole('button', { name: 'Delete Region of the east' });
const hints = () => [...document.querySelectorAll('kbd')].filter((kbd) => kbd.checkVisibility()).length;
/** Distance in pixels between the name of the record and its delete button below. */
const belowName = () => {
  const name = page.getByRole('heading', { name: 'Region of the east' }).element().getBoundingClientRect();
  return remove.element().getBoundingClientRect().top - name.bottom;
};

afterEach(() => commands.setTouchScreen(false));

test('a touch screen shows no keyboard hints, and the delete button at the end', async () => {
  await page.viewport(1024, 768);
  setRecords('region', [row('region', 1, { name: 'Region of the east' })]);
  await openConsole(PATH);
  await expect.element(remove).toBeVisible();
  expect(belowName()).toBeLessThan(0);
  expect(hints()).toBeGreaterThan(0);
  await commands.setTouchScreen(true);
  await expect.poll(hints).toBe(0);
  await expect.poll(belowName).toBeGreaterThan(100);
});
