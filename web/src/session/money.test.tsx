import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../testing/open-console.tsx';
import { mockResponse, setRecords } from '../testing/mock-server.ts';
import { row } from '../testing/rows.ts';

const rupiahVisit = row('visit', 1, { visit_no: 'V-1', grand_total: '1250000.000', currency: 'IDR' });
const dollarVisit = row('visit', 2, { visit_no: 'V-2', grand_total: '1250.500', currency: 'SGD' });
const fractionVisit = row('visit', 3, { visit_no: 'V-3', grand_total: '1250000.500', currency: 'IDR' });

const LIST_PATH = '/finance/visit?columns=visit_no,grand_total';
/** The faint parts of the amounts in an element, which are hidden from screen readers. */
const findFaintTexts = (container: Element): readonly (string | null)[] =>
  [...container.querySelectorAll('[aria-hidden="true"].text-faint')]
    .map((element) => element.textContent)
    .filter(Boolean);

describe('an amount of a record', () => {
  it.each([
    ['en', [rupiahVisit, 'Rp. 1,250,000', '.000']],
    ['id', [rupiahVisit, 'Rp. 1,250,000', '.000']],
    ['en', [dollarVisit, 'SGD 1,250.50', '0']],
    ['id', [fractionVisit, 'Rp. 1,250,000.500', undefined]],
  ] as const)(
    'shows the decimals of its currency, and further zeros faintly (%s)',
    async (language, [record, amount, zeros]) => {
      setRecords('visit', [record]);
      await openConsole(LIST_PATH, { language });
      // The accessible name is what a screen reader reads.
      const cell = page.getByRole('gridcell', { name: amount, exact: true });
      await expect.element(cell).toBeVisible();
      await expect.element(cell).toHaveTextContent(`${amount}${zeros ?? ''}`);
      expect(findFaintTexts(cell.element())).toEqual(zeros === undefined ? [] : [zeros]);
    },
  );

  it('of a member voucher is in its own currency, and that of its definition in the definition’s', async () => {
    const definition = { nominal: '12.000', membership: { name: 'Gold', currency_country: { currency: 'KWD' } } };
    const values = { voucher: { id: 3, name: 'Dinner', ...definition }, state: 'available' };
    setRecords('member_voucher', [
      row('member_voucher', 1, { ...values, nominal: '12.345', currency: 'KWD' }),
      row('member_voucher', 2, { ...values, nominal: '625000.000', currency: 'IDR' }),
    ]);
    await openConsole('/company/member-voucher?columns=voucher_no,nominal,voucher.nominal', {
      user: { currencies: { IDR: 0, KWD: 3 } },
    });
    await expect.element(page.getByRole('gridcell', { name: 'KWD 12.345', exact: true })).toBeVisible();
    await expect.element(page.getByRole('gridcell', { name: 'Rp. 625,000', exact: true })).toBeVisible();
    expect(page.getByRole('gridcell', { name: 'KWD 12', exact: true }).elements()).toHaveLength(2);
  });

  it('has the same faint zeros in the list and in the side panel', async () => {
    setRecords('visit', [rupiahVisit]);
    await openConsole(LIST_PATH);
    await expect.element(page.getByRole('gridcell', { name: 'Rp. 1,250,000', exact: true })).toBeVisible();
    expect(findFaintTexts(page.getByRole('grid').element())).toEqual(['.000']);
    await page.getByRole('gridcell', { name: 'Rp. 1,250,000', exact: true }).hover();
    await page.getByRole('button', { name: /^Preview / }).click();
    await expect
      .poll(() => findFaintTexts(page.getByRole('complementary', { name: 'V-1' }).element()))
      .toContain('.000');
  });

  it('has the same faint zeros on the page of its record and in the history', async () => {
    setRecords('visit', [rupiahVisit]);
    mockResponse('GET /api/visit/1/history', {
      data: [
        {
          at: '2026-03-02 02:15:00',
          by: null,
          action: 'update',
          changes: { total_fb: ['1000000.000', '1250000.000'] },
          labels: {},
        },
      ],
      meta: { page: 1, per_page: 25, total: 1, total_is_estimate: false },
    });
    await openConsole('/finance/visit/1');
    await page.getByRole('tab', { name: 'History' }).click();
    await expect.poll(() => findFaintTexts(page.getByRole('tabpanel').element())).toEqual(['.000', '.000']);
    expect(findFaintTexts(page.getByRole('main').element())).toEqual(['.000', '.000', '.000']);
  });
});
