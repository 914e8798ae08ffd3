import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../../testing/open-console.tsx';
import { keepRecords } from '../../testing/played-server.ts';
import { requests } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';
import { boxOf, settled } from '../../testing/shell-parts.ts';

const save = page.getByRole('button', { name: /^Save/ });
const capital = page.getByRole('textbox', { name: 'Capital', exact: true });
const nothing = page.getByText('Nothing to save');

test('with nothing changed there is nothing to save and Save is disabled, until the first letter', async () => {
  keepRecords('country', [row('country', 1, { capital: 'Jakarta' })]);
  await openConsole('/system/country/1');
  await expect.element(nothing).toBeVisible();
  await expect.element(save).toBeDisabled();
  await capital.fill('Nusantara');
  await expect.element(save).toBeEnabled();
  await expect.element(nothing).not.toBeInTheDocument();
  await capital.fill('Jakarta');
  await expect.element(nothing).toBeVisible();
  await expect.element(save).toBeDisabled();
  expect(await requests('POST /api/country/1')).toEqual([]);
});

test.each([
  ['a record', '/system/country/1'],
  ['a new record', '/system/country/new'],
])('at 200 %% zoom the form of %s has half of the window at least', async (_, path) => {
  await page.viewport(720, 450);
  await openConsole(path);
  await settled();
  await expect.element(save).toBeInTheDocument();
  const scroller = boxOf('scroller');
  const bar = document.querySelector('[data-submit-bar]');
  const isInTheWay = bar !== null && getComputedStyle(bar).position === 'sticky';
  const hidden = isInTheWay ? bar.getBoundingClientRect().height : 0;
  expect(Math.min(scroller.bottom, innerHeight) - scroller.y - hidden).toBeGreaterThanOrEqual(450 / 2);
});
