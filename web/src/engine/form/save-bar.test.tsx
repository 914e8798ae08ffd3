// Core test: every form.
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, answer, held, keepRecords } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';
import { boxOf, pageAtRest } from '../../testing/shell-parts.ts';

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
  await pageAtRest();
  await expect.element(save).toBeInTheDocument();
  const scroller = boxOf('scroller');
  const bar = document.querySelector('[data-submit-bar]');
  const isInTheWay = bar !== null && getComputedStyle(bar).position === 'sticky';
  const hidden = isInTheWay ? bar.getBoundingClientRect().height : 0;
  expect(Math.min(scroller.bottom, innerHeight) - scroller.y - hidden).toBeGreaterThanOrEqual(450 / 2);
});

describe('while a save is under way', () => {
  const saved = (capital: string, version: number) => () => {
    const record = row('country', 1, { capital, version });
    keepRecords('country', [record]);
    return HttpResponse.json({ data: record });
  };
  const saveByKey = () => userEvent.keyboard('{Control>}s{/Control}');

  /** Jakarta becomes Nusantara, which is on its way until it is released, and Bandung meanwhile. */
  async function typedWhileSaving(): Promise<() => void> {
    keepRecords('country', [row('country', 1, { capital: 'Jakarta' })]);
    const { resolver, release } = held(saved('Nusantara', 2));
    answer('POST /api/country/1', resolver);
    await openConsole('/system/country/1');
    await capital.fill('Nusantara');
    await saveByKey();
    await sent('POST /api/country/1');
    await capital.fill('Bandung');
    return release;
  }

  test('new values stay and are not saved yet', async () => {
    const release = await typedWhileSaving();
    release();
    await expect.element(page.getByText('Saved.')).toBeVisible();
    await expect.element(capital).toHaveValue('Bandung');
    await expect.element(save).toBeEnabled();
    await capital.fill('Nusantara');
    await expect.element(nothing).toBeVisible();
  });

  test('a second save follows it, on top of it', async () => {
    const release = await typedWhileSaving();
    await saveByKey();
    answer('POST /api/country/1', saved('Bandung', 3));
    release();
    await expect.poll(async () => (await requests('POST /api/country/1')).length).toBe(2);
    const { body, headers } = await sent('POST /api/country/1');
    expect(body).toMatchObject({ capital: 'Bandung' });
    expect(headers.get('If-Unmodified-Since-Version')).toBe('2');
    await expect.element(nothing).toBeVisible();
    await expect.element(capital).toHaveValue('Bandung');
  });
});
