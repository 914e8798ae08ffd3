// Core test: every form.
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../../shell/router.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, answer, held } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

const name = () => page.getByRole('textbox', { name: 'Name' });
const question = () => page.getByRole('alertdialog', { name: 'Leave without saving?' });
const memberships = () =>
  page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Memberships' });

describe('a form with something that is not saved', () => {
  beforeEach(async () => {
    await openConsole('/system/region/1');
    await name().fill('Java and Madura');
    await expect.element(page.getByText('1 field changed, not saved yet')).toBeVisible();
  });

  it('asks before it is left, begins at the safe answer, and stays when asked to', async () => {
    await memberships().click();
    await expect.element(question().getByRole('button', { name: 'Keep editing' })).toHaveFocus();
    await expectAccessible();
    await userEvent.keyboard('{Enter}');
    await expect.element(question()).not.toBeInTheDocument();
    await expect.element(name()).toHaveValue('Java and Madura');
    expect(router.state.location.pathname).toBe('/system/region/1');
  });

  it('is left after the user agrees, and its values are forgotten', async () => {
    await memberships().click();
    await question().getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Memberships' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/system/membership');
    expect(localStorage.getItem('innkeeper.draft.1.region.1')).toBeNull();
    expect(await requests('POST /api/region/1')).toEqual([]);
  });

  it('asks nothing when another tab of the record is looked at, and keeps what was typed', async () => {
    await page.getByRole('tab', { name: 'History' }).click();
    await expect.element(page.getByText('Nothing is recorded yet.')).toBeVisible();
    await page.getByRole('tab', { name: 'Data' }).click();
    await expect.element(name()).toHaveValue('Java and Madura');
    await expect.element(question()).not.toBeInTheDocument();
  });

  it('asks the browser to ask when the whole page is left', () => {
    const leaving = new Event('beforeunload', { cancelable: true });
    dispatchEvent(leaving);
    expect(leaving.defaultPrevented).toBe(true);
  });
});

it('a form in which nothing was typed is left without a word', async () => {
  await openConsole('/system/region/1');
  await expect.element(name()).toBeVisible();
  await memberships().click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Memberships' })).toBeVisible();
  expect(router.state.location.pathname).toBe('/system/membership');
});

it('the answer to a new record brings nobody back who has gone on to another page', async () => {
  const { resolver, release } = held(() => HttpResponse.json({ data: row('region', 4, { name: 'Bali' }) }));
  answer('POST /api/region', resolver);
  await openConsole('/system/region/new');
  await name().fill('Bali');
  await page.getByRole('textbox', { name: 'Code' }).fill('BAL');
  await userEvent.keyboard('{Control>}s{/Control}');
  await sent('POST /api/region');
  await memberships().click();
  await question().getByRole('button', { name: 'Discard changes' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Memberships' })).toBeVisible();
  release();
  await expect.element(page.getByText('Saved.')).toBeVisible();
  expect(router.state.location.pathname).toBe('/system/membership');
});
