// Core test: every form.
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, held, setRecords } from '../../testing/mock-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';
import { boxOf, waitForPage } from '../../testing/shell-parts.ts';

const save = page.getByRole('button', { name: /^Save/ });
const capital = page.getByRole('textbox', { name: 'Capital', exact: true });
const nothing = page.getByText('No changes');

test('Save is disabled until the first change', async () => {
  setRecords('country', [row('country', 1, { capital: 'Jakarta' })]);
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
])('a window with 200 %% zoom shows the form of %s in at least half of its height', async (_, path) => {
  await page.viewport(720, 450);
  await openConsole(path);
  await waitForPage();
  await expect.element(save).toBeInTheDocument();
  const scroller = boxOf('scroller');
  const bar = document.querySelector('[data-submit-bar]');
  const overlapsContent = bar !== null && getComputedStyle(bar).position === 'sticky';
  const hidden = overlapsContent ? bar.getBoundingClientRect().height : 0;
  expect(Math.min(scroller.bottom, innerHeight) - scroller.y - hidden).toBeGreaterThanOrEqual(450 / 2);
});

describe('a form during a save', () => {
  const saved = (capital: string, version: number) => () => {
    const record = row('country', 1, { capital, version });
    setRecords('country', [record]);
    return HttpResponse.json({ data: record });
  };
  const saveByKey = () => userEvent.keyboard('{Control>}s{/Control}');

  /** Saves Nusantara in place of Jakarta and delays the request until it is released; types Bandung meanwhile. */
  async function editWhileSaving(): Promise<() => void> {
    setRecords('country', [row('country', 1, { capital: 'Jakarta' })]);
    const { resolver, release } = held(saved('Nusantara', 2));
    mockResponse('POST /api/country/1', resolver);
    await openConsole('/system/country/1');
    await capital.fill('Nusantara');
    await saveByKey();
    await sent('POST /api/country/1');
    await capital.fill('Bandung');
    return release;
  }

  test('preserves new input as unsaved', async () => {
    const release = await editWhileSaving();
    release();
    await expect.element(page.getByText('Saved.')).toBeVisible();
    await expect.element(capital).toHaveValue('Bandung');
    await expect.element(save).toBeEnabled();
    await capital.fill('Nusantara');
    await expect.element(nothing).toBeVisible();
  });

  test('runs a second save after the first, based on the version of the first', async () => {
    const release = await editWhileSaving();
    await saveByKey();
    mockResponse('POST /api/country/1', saved('Bandung', 3));
    release();
    await expect.poll(async () => (await requests('POST /api/country/1')).length).toBe(2);
    const { body, headers } = await sent('POST /api/country/1');
    expect(body).toMatchObject({ capital: 'Bandung' });
    expect(headers.get('If-Unmodified-Since-Version')).toBe('2');
    await expect.element(nothing).toBeVisible();
    await expect.element(capital).toHaveValue('Bandung');
  });
});
