import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { openConsole } from '../testing/open-console.tsx';
import { mockResponse, setRecords } from '../testing/mock-server.ts';
import { row } from '../testing/rows.ts';

const rupiah = row('visit', 1, { visit_no: 'V-1', grand_total: '1250000.000', currency: 'IDR' });
const dollars = row('visit', 2, { visit_no: 'V-2', grand_total: '1250.500', currency: 'SGD' });
const odd = row('visit', 3, { visit_no: 'V-3', grand_total: '1250000.500', currency: 'IDR' });

const LIST = '/finance/visit?columns=visit_no,grand_total';
/** The faint parts of the amounts in an element, which are hidden from screen readers. */
const faintTextsIn = (container: Element): readonly (string | null)[] =>
  [...container.querySelectorAll('[aria-hidden="true"].text-faint')].map((one) => one.textContent).filter(Boolean);

describe('an amount of a record', () => {
  it.each([
    ['en', [rupiah, 'Rp. 1,250,000', '.000']],
    ['id', [rupiah, 'Rp. 1,250,000', '.000']],
    ['en', [dollars, 'SGD 1,250.50', '0']],
    ['id', [odd, 'Rp. 1,250,000.500', undefined]],
  ] as const)(
    'shows the decimals of its currency, and the rest faintly (%s)',
    async (language, [record, rounded, rest]) => {
      setRecords('visit', [record]);
      await openConsole(LIST, { language });
      // Found by its accessible name, which is what a screen reader reads.
      const cell = page.getByRole('gridcell', { name: rounded, exact: true });
      await expect.element(cell).toBeVisible();
      await expect.element(cell).toHaveTextContent(`${rounded}${rest ?? ''}`);
      expect(faintTextsIn(cell.element())).toEqual(rest === undefined ? [] : [rest]);
    },
  );

  it('looks the same in the list and beside it', async () => {
    setRecords('visit', [rupiah]);
    await openConsole(LIST);
    await expect.element(page.getByRole('gridcell', { name: 'Rp. 1,250,000', exact: true })).toBeVisible();
    expect(faintTextsIn(page.getByRole('grid').element())).toEqual(['.000']);
    await page.getByRole('gridcell', { name: 'Rp. 1,250,000', exact: true }).hover();
    await page.getByRole('button', { name: /^Preview / }).click();
    await expect.poll(() => faintTextsIn(page.getByRole('complementary', { name: 'V-1' }).element())).toContain('.000');
  });

  it('looks the same above its record and in its history', async () => {
    setRecords('visit', [rupiah]);
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
    await expect.poll(() => faintTextsIn(page.getByRole('tabpanel').element())).toEqual(['.000', '.000']);
    expect(faintTextsIn(page.getByRole('main').element())).toEqual(['.000', '.000', '.000']);
  });
});
