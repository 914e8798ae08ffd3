import type { SetupSteps, VoucherSet } from '@innkeeper/contract/calls';
import { beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../testing/accessibility.ts';
import { HttpResponse, SETUP_STEPS, mockResponse, setRecords } from '../testing/mock-server.ts';
import { openConsole } from '../testing/open-console.tsx';
import { findRequests, waitForRequest } from '../testing/requests.ts';
import { row } from '../testing/rows.ts';
import { expectTextsToFit } from '../testing/text-fit.ts';
import { PAGE_VARIANTS } from '../testing/variants.ts';
import { readSetupState } from './setup-state.ts';

// Preloaded, so that tests wait for the page and not for its modules.
beforeAll(() => Promise.all([import('./setup-checklist.tsx'), import('../engine/form/form-dialog.tsx')]));

const PATH = '/company/dashboard';
const NOTHING: SetupSteps = {
  region: false,
  country: false,
  hotel: false,
  membership: false,
  voucher: false,
  role_group: false,
  user: false,
  mail: false,
  sale: false,
};
const PICTURE = 'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciLz4=';
const DINING_SET: VoucherSet = {
  set: 'dining',
  vouchers: [
    { name: 'Afternoon tea for two', name_id: 'Minum teh sore untuk dua orang', quantity: 1, picture: PICTURE },
    { name: 'Dining voucher', name_id: 'Voucher makan', quantity: 2, picture: PICTURE },
  ],
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const list = (name = 'Set up your programme') => page.getByRole('region', { name });

/** Mocks a programme of which these steps are done; the dashboard of an empty one is irrelevant here. */
function mockSetup(done: Partial<SetupSteps> = {}): { steps: SetupSteps } {
  const server = { steps: { ...NOTHING, ...done } };
  mockResponse('GET /api/dashboard', () => HttpResponse.json({ error: 'unexpected', message: '' }, { status: 500 }));
  mockResponse('GET /api/setup', () => HttpResponse.json({ data: server.steps }));
  return server;
}

describe('the set-up of a new programme', () => {
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`is shown to administrators: ${language}, ${theme}, ${width} px`, async () => {
      await page.viewport(width, height);
      mockSetup({ region: true });
      await openConsole(PATH, { language, theme });
      const names = { en: ['Set up your programme', '1 of 9 done'], id: ['Siapkan program Anda', '1 dari 9 selesai'] };
      await expect.element(list(names[language][0])).toMatchTextContent(names[language][1] ?? '');
      await expectAccessible();
      await expectTextsToFit([language]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    });

  test('opens forms in place, and marks a step once it is done', async () => {
    const server = mockSetup();
    setRecords('region', []);
    await openConsole(PATH);
    await expect.element(list().getByRole('listitem').nth(2)).toMatchTextContent('After the steps above');
    await button('New region').click();
    const dialog = page.getByRole('dialog', { name: 'New region' });
    await dialog.getByRole('textbox', { name: 'Code' }).fill('JAVA');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Java');
    server.steps = { ...server.steps, region: true };
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(list()).toMatchTextContent('1 of 9 done');
    await expect.element(list().getByRole('listitem').nth(0)).toMatchTextContent('Done');
    expect(location.pathname).toBe(PATH);
    await expect.element(button('Choose country…')).toHaveFocus();
  });

  test.for([390, 700, 1280])('moves nothing when a step is done: %d px', async (width) => {
    await page.viewport(width, 844);
    const server = mockSetup({ membership: true });
    mockResponse('POST /api/setup/role_groups', () => {
      server.steps = { ...server.steps, role_group: true, region: true, voucher: true };
      return HttpResponse.json({ data: { created: 5 } });
    });
    await openConsole(PATH);
    await expect.element(button('Create five role groups')).toBeVisible();
    const heights = () =>
      list()
        .getByRole('listitem')
        .elements()
        .map((step) => step.getBoundingClientRect().height);
    const heightsBefore = heights();
    await button('Create five role groups').click();
    await expect.element(list()).toMatchTextContent('4 of 9 done');
    await expect.element(list().getByRole('listitem').nth(5)).toMatchTextContent('Done');
    expect(heights()).toEqual(heightsBefore);
  });

  test('leads by keyboard from one step to the next, past the mail server', async () => {
    const server = mockSetup({ region: true, country: true, hotel: true, membership: true, voucher: true });
    mockResponse('POST /api/setup/role_groups', () => {
      server.steps = { ...server.steps, role_group: true, user: true };
      return HttpResponse.json({ data: { created: 5 } });
    });
    await openConsole(PATH);
    await expect.element(button('Create five role groups')).toBeVisible();
    button('Create five role groups').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(list().getByRole('link', { name: 'Sell a membership' })).toHaveFocus();
  });

  test('puts a country into a region, with its rate', async () => {
    mockSetup({ region: true });
    setRecords('region', [row('region', 1, { name: 'Java', code: 'JAVA' })]);
    setRecords('country', [row('country', 7, { name: 'Indonesia', region_id: 2 })]);
    await openConsole(PATH);
    await button('Choose country…').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Country' }).click();
    await page.getByRole('option', { name: /Indonesia/ }).click();
    await expect.element(dialog.getByRole('combobox', { name: 'Region' })).toHaveValue('Java');
    await dialog.getByRole('textbox', { name: 'USD rate' }).fill('15500');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('Indonesia saved.')).toBeVisible();
    expect((await waitForRequest('POST /api/country/7')).body).toMatchObject({ region_id: '1', usd_rate: '15500' });
  });

  test('leads from a first hotel to the sale, which knows the hotel', async () => {
    mockSetup({ region: true, country: true, membership: true });
    setRecords('hotel', []);
    await openConsole(PATH);
    await waitForRequest('GET /api/hotel');
    await button('New hotel').click();
    const dialog = page.getByRole('dialog', { name: 'New hotel' });
    await dialog.getByRole('combobox', { name: 'Country' }).click();
    await page.getByRole('option').first().click();
    await dialog.getByRole('textbox', { name: 'Code', exact: true }).fill('JKT');
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Hotel Jakarta');
    await dialog.getByRole('textbox', { name: /^Email/ }).fill('info@hotel.test');
    const hotel = row('hotel', 3, { name: 'Hotel Jakarta', is_active: 1 });
    setRecords('hotel', [hotel]);
    mockResponse('POST /api/hotel', { data: hotel });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await page.getByRole('navigation').getByRole('link', { name: 'Sell a membership' }).first().click();
    await expect.element(page.getByRole('combobox', { name: /^Name, card number/ })).toBeVisible();
  });

  test('fills in the country of the first hotel if the group has only one', async () => {
    mockSetup({ region: true, country: true });
    setRecords('region', [row('region', 1, { name: 'Java', code: 'JAVA' })]);
    setRecords('country', [row('country', 7, { name: 'Indonesia', region_id: 1 })]);
    await openConsole(PATH);
    await button('New hotel').click();
    const dialog = page.getByRole('dialog', { name: 'New hotel' });
    await expect.element(dialog.getByRole('combobox', { name: 'Country' })).toHaveValue('Indonesia');
  });

  test('creates role groups and vouchers to start from', async () => {
    mockSetup({ membership: true });
    mockResponse('POST /api/setup/role_groups', { data: { created: 5 } });
    mockResponse('POST /api/setup/vouchers', { data: { created: 6 } });
    mockResponse('GET /api/setup/voucher_sets', { data: [DINING_SET] });
    setRecords('membership', [row('membership', 4, { name: 'Gold' })]);
    await openConsole(PATH);
    await button('Create five role groups').click();
    await expect.element(page.getByText('5 role groups created.')).toBeVisible();
    await button('Use common vouchers…').click();
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByRole('radio', { name: 'A bit of everything' })).toBeChecked();
    await dialog
      .getByRole('radio', { name: 'Dining 3 vouchers a card: Afternoon tea for two, Dining voucher' })
      .click();
    await expect.element(dialog.getByRole('presentation')).toBeVisible();
    await expectAccessible();
    await expect.element(dialog.getByRole('combobox', { name: 'Membership' })).toHaveValue('Gold');
    await dialog.getByRole('button', { name: 'Create vouchers' }).click();
    await expect.element(page.getByText('6 vouchers created.')).toBeVisible();
    expect((await waitForRequest('POST /api/setup/vouchers')).body).toEqual({ membership_id: 4, set: 'dining' });
  });

  test.each([
    ['invites a new user by email', true, 'Invite by email'],
    ['asks for the password of a new user until the server can send emails', false, 'Save'],
  ])('%s', async (_, mail, submitLabel) => {
    mockSetup({ region: true, country: true, hotel: true, role_group: true, mail });
    await openConsole(PATH);
    await button('New user').click();
    const dialog = page.getByRole('dialog', { name: 'New user' });
    await expect.element(dialog.getByRole('button', { name: submitLabel, exact: true })).toBeVisible();
    await expect.poll(() => dialog.getByLabelText('Password', { exact: true }).elements().length).toBe(mail ? 0 : 1);
  });

  test('can be put away, also for the next visit', async () => {
    mockSetup();
    await openConsole(PATH);
    await button('Put away').click();
    await expect.element(list().getByRole('list')).not.toBeInTheDocument();
    await expect.element(button('Show')).toHaveAttribute('aria-expanded', 'false');
    expect(readSetupState(localStorage)).toBe('hidden');
  });

  test('is not asked for again once everything is done', async () => {
    mockSetup(SETUP_STEPS);
    await openConsole(PATH);
    await expect.poll(() => readSetupState(localStorage)).toBe('complete');
    await expect.element(list()).not.toBeInTheDocument();
    const requests = (await findRequests('GET /api/setup')).length;
    await page.getByRole('link', { name: 'Members' }).first().click();
    await expect.element(page.getByRole('heading', { name: 'Members', level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect.element(page.getByRole('heading', { name: /^Welcome/ })).toBeVisible();
    expect((await findRequests('GET /api/setup')).length).toBe(requests);
  });

  test('is not shown to other users', async () => {
    mockSetup();
    await openConsole(PATH, { user: { roles: ['VIEW_DASHBOARD', 'VIEW_MEMBER'] } });
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await findRequests('GET /api/setup')).toEqual([]);
  });
});

describe('work that needs a hotel', () => {
  test.for(['/finance/transaction/wizard', '/finance/visit/quick', '/finance/voucher-redeem/wizard'])(
    'says what has to exist first: %s',
    async (path) => {
      mockSetup();
      setRecords('hotel', []);
      await openConsole(path);
      await expect.element(page.getByText('There is no hotel yet')).toBeVisible();
      await expectAccessible();
      await page.getByRole('link', { name: 'Set up your programme' }).click();
      await expect.element(list()).toBeVisible();
    },
  );

  test('says whom to ask, on every page, to a user without an assignment', async () => {
    setRecords('hotel', []);
    await openConsole('/finance/visit/quick', { user: { roles: ['STORE_VISIT', 'VIEW_VISIT'], hotels: [] } });
    await expect.element(page.getByText('You have no hotel yet')).toBeVisible();
    await expect.element(page.getByText(/^You are not assigned to a hotel or region yet/)).toBeVisible();
    await expectAccessible();
  });
});
