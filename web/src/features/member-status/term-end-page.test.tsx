import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { expectRows } from '../../testing/lists.ts';
import { HttpResponse, mockResponse, recordsOf, rejection, setRecords } from '../../testing/mock-server.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';
import { expectTextsToFit } from '../../testing/text-fit.ts';
import { PAGE_VARIANTS } from '../../testing/variants.ts';

const PATH = '/company/term-end';
const GUESTS = ['Ayu Lestari', 'Bagus Santoso', 'Citra Dewi'];
const LABELS = {
  en: { keep: 'Keep tier', later: 'Later', visits: '2 of 3', spend: 'Spend in the term' },
  id: { keep: 'Pertahankan tingkat', later: 'Nanti', visits: '2 dari 3', spend: 'Belanja pada masa berlaku' },
} as const;

const createReview = (id: number, values: object = {}) =>
  row('term_end', id, {
    decision: 'open',
    grace_days: 30,
    note: null,
    transaction_id: null,
    transaction: null,
    visits_made: 2,
    visits_needed: 3,
    last_visit_on: '2026-02-14',
    member: { id: id + 10, name: GUESTS[id - 1] },
    membership: { id: 1, name: 'Laksmira Gold' },
    member_card: { id, name: '6010 1234 0001', end_date: '2026-03-01' },
    ...values,
  });
const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const decisionButton = (name: string) => page.getByRole('button', { name });

beforeEach(() => {
  setRecords('term_end', [createReview(3), createReview(2), createReview(1)]);
  // The mock server ignores filters; these are the ones by which the page finds the next open review.
  mockResponse('GET /api/term_end', ({ request }) => {
    const before = new URL(request.url).searchParams.get('filter[id][lt]');
    if (before === null) return undefined;
    const data = recordsOf('term_end').filter(({ id, decision }) => id < Number(before) && decision === 'open');
    const meta = { page: 1, per_page: 1, total: data.length, total_is_estimate: false };
    return HttpResponse.json({ data: data.slice(0, 1), meta });
  });
  mockResponse('GET /api/term_end/:id/facts', {
    data: {
      phone_no: '+62 811 5550 0001',
      spend: { totals: [{ currency: 'IDR', decimals: 0, total: '2450000.000' }], elsewhere: 2 },
    },
  });
});

describe('the page of a term-end review', () => {
  for (const { language, theme, width, height } of PAGE_VARIANTS)
    test(`is titled with the guest, and has the facts: ${language}, ${theme}, ${width} px`, async () => {
      const labels = LABELS[language];
      await page.viewport(width, height);
      await openConsole(`${PATH}/3`, { language, theme });
      await expect.element(heading('Citra Dewi')).toBeVisible();
      await expect.element(page.getByText(labels.visits)).toBeVisible();
      await expect.element(page.getByText(labels.spend)).toBeVisible();
      await expect.element(page.getByText('Rp. 2,450,000')).toBeVisible();
      await expect.element(page.getByRole('link', { name: /811/ })).toHaveAttribute('href', 'tel:+6281155500001');
      await expect.element(decisionButton(labels.keep)).toBeVisible();
      await expectAccessible();
      await expectTextsToFit([language]);
    });

  test('decides with a digit, opens the next open review, and ends in the list', async () => {
    await openConsole(`${PATH}/3`);
    await expect.element(page.getByText('2 more open reviews in this list')).toBeVisible();
    await userEvent.keyboard('1');
    await expect.element(heading('Bagus Santoso')).toBeVisible();
    const { body, headers } = await waitForRequest('POST /api/term_end/3');
    expect(body).toEqual({ decision: 'keep', grace_days: 30, note: null });
    expect(headers.get('If-Unmodified-Since-Version')).toBe('1');
    await expect.element(page.getByText('1 more open review in this list')).toBeVisible();
    await userEvent.keyboard('2');
    await expect.element(heading('Ayu Lestari')).toBeVisible();
    await expect.element(page.getByText('The last open review of this list.')).toBeVisible();
    await userEvent.keyboard('3');
    await expect.element(page.getByText('No more open reviews in this list.')).toBeVisible();
    await expect.poll(() => location.pathname).toBe(PATH);
    expect(recordsOf('term_end').map(({ decision }) => decision)).toEqual(['keep', 'lower', 'grace']);
  });

  test('leaves a review open for later, and sends note and grace days with a decision', async () => {
    await openConsole(`${PATH}/3`);
    await expect.element(page.getByText('2 more open reviews in this list')).toBeVisible();
    await userEvent.keyboard('4');
    await expect.element(heading('Bagus Santoso')).toBeVisible();
    expect(await findRequests('POST /api/term_end/3')).toEqual([]);
    // Digits in a field are text.
    await page.getByRole('textbox', { name: 'Note' }).fill('Table 4');
    await page.getByRole('textbox', { name: 'Grace days' }).fill('45');
    await decisionButton('Give grace period').click();
    await expect.element(heading('Ayu Lestari')).toBeVisible();
    expect((await waitForRequest('POST /api/term_end/2')).body).toEqual({
      decision: 'grace',
      grace_days: 45,
      note: 'Table 4',
    });
  });

  test('shows who is next within the filter of the list, and returns to it', async () => {
    setRecords('term_end', [createReview(3)]);
    await openConsole(`${PATH}?filter[decision][includes]=open&search=citra`);
    await expectRows(1);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(page.getByText('The last open review of this list.')).toBeVisible();
    const { query } = await waitForRequest('GET /api/term_end');
    expect(query).toMatchObject({
      search: 'citra',
      'filter[decision][includes]': 'open',
      'filter[id][lt]': '3',
      sort: '-id',
    });
    await userEvent.keyboard('4');
    await expect.element(page.getByText('No more open reviews in this list.')).toBeVisible();
    await expect.poll(() => location.search).toContain('search=citra');
  });

  test('can be undone from its notification', async () => {
    await openConsole(`${PATH}/3`);
    await expect.element(page.getByText('2 more open reviews in this list')).toBeVisible();
    await userEvent.keyboard('2');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('Decision about Citra Dewi undone.')).toBeVisible();
    expect((await waitForRequest('POST /api/term_end/3')).body).toMatchObject({ decision: 'open', note: null });
  });

  test('stays at a review whose decision is rejected', async () => {
    mockResponse('POST /api/term_end/3', () =>
      rejection(422, 'validation_failed', { errors: { grace_days: ['Enter 180 or less.'] } }),
    );
    await openConsole(`${PATH}/3`);
    await decisionButton('Give grace period').click();
    await expect.element(page.getByText('Enter 180 or less.')).toBeVisible();
    await expect.element(heading('Citra Dewi')).toBeVisible();
  });

  test('offers no decision once renewed, nor without the right to update', async () => {
    setRecords('term_end', [createReview(3, { decision: 'keep', locked_reason: 'renewed' })]);
    await openConsole(`${PATH}/3`);
    await expect.element(page.getByText(/renewed with this decision/).first()).toBeVisible();
    await expect.element(decisionButton('Keep tier')).not.toBeInTheDocument();
    setRecords('term_end', [createReview(3)]);
    await openConsole(`${PATH}/3`, { user: { roles: ['VIEW_TERM_END', 'VIEW_DASHBOARD'] } });
    await expect.element(page.getByText('The last open review of this list.')).toBeVisible();
    await expect.element(decisionButton('Keep tier')).not.toBeInTheDocument();
    await expect.element(decisionButton('Later')).toBeVisible();
  });
});

describe('several reviews', () => {
  const dialog = page.getByRole('dialog');
  const openDialog = async () => {
    await openConsole(PATH);
    await page.getByRole('checkbox', { name: 'Select Citra Dewi' }).click();
    await page.getByRole('checkbox', { name: 'Select Ayu Lestari' }).click();
    await decisionButton('Decide').click();
    await expect.element(dialog).toHaveAccessibleName('Decide 2 reviews');
  };

  test('are decided at once by keyboard, with one note and a preview of how many', async () => {
    await openDialog();
    await expect.element(dialog.getByRole('radio', { name: 'Keep tier' })).toHaveFocus();
    await userEvent.keyboard('2');
    await expect.element(dialog.getByText('2 reviews will be decided.')).toBeVisible();
    await dialog.getByRole('textbox', { name: 'Note' }).fill('Too few visits');
    await expectAccessible();
    await userEvent.keyboard('{Control>}{Enter}{/Control}');
    await expect.element(page.getByText('2 reviews decided.')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect((await waitForRequest('POST /api/term_end/updateBulk')).body).toEqual({
      ids: [3, 1],
      set: { decision: 'lower', note: 'Too few visits' },
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('Undone: 2 restored to previous values.')).toBeVisible();
  });

  test('leave out those that a renewal has used', async () => {
    await openDialog();
    const reasons = ['The membership is already renewed with this decision.'];
    mockResponse('POST /api/term_end/updateBulk', {
      data: { matched: 2, updated: 1, rejected: [1], reasons },
    });
    await dialog.getByRole('radio', { name: 'Give grace period' }).click();
    await expect.element(dialog.getByText('1 review will be decided.')).toBeVisible();
    await expect.element(dialog.getByText(/already renewed/)).toBeVisible();
    await expect.element(dialog.getByRole('textbox', { name: 'Grace days' })).toHaveValue('30');
    mockResponse('POST /api/term_end/updateBulk', { data: { updated: 1 } });
    await dialog.getByRole('button', { name: 'Decide' }).click();
    await expect.element(page.getByText('1 review decided.')).toBeVisible();
    expect((await waitForRequest('POST /api/term_end/updateBulk')).body).toEqual({
      ids: [3],
      set: { decision: 'grace', grace_days: 30 },
    });
  });
});
