import { beforeAll, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { keepRecords } from '../../testing/played-server.ts';
import { requests, sent } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

// Loaded beforehand: a test waits for the question, not for its code.
beforeAll(() => import('./ask-rate.ts'));

const CALL = 'POST /api/country/1';
const WORDS = {
  en: {
    rate: /^USD rate/,
    title: 'A rate of 17,051 for one US dollar?',
    from: 'It was 15,500.5: that is more than 10 % away.',
    save: 'Save the new rate',
    cancel: 'Cancel',
  },
  id: {
    rate: /^Kurs USD/,
    title: 'Kurs 17,051 untuk satu dolar AS?',
    from: 'Sebelumnya 15,500.5: selisihnya lebih dari 10 %.',
    save: 'Simpan kurs baru',
    cancel: 'Batal',
  },
} as const;

/** Types another rate for a country, and saves. */
async function change(before: string | null, now: string, language: 'en' | 'id' = 'en'): Promise<void> {
  keepRecords('country', [row('country', 1, { usd_rate: before })]);
  await openConsole('/system/country/1', { language });
  await page.getByRole('textbox', { name: WORDS[language].rate }).fill(now);
  await userEvent.keyboard('{Control>}s{/Control}');
}

describe('a rate to the dollar', () => {
  for (const language of ['en', 'id'] as const)
    test(`more than 10 % away is asked about, and saved once that is answered, in ${language}`, async () => {
      const { title, from, save, cancel } = WORDS[language];
      const question = page.getByRole('alertdialog', { name: title });
      await change('15500.500000', '17051', language);
      await expect.element(question.getByText(from)).toBeVisible();
      await expectAccessible();
      await question.getByRole('button', { name: cancel }).click();
      await expect.element(question).not.toBeInTheDocument();
      expect(await requests(CALL)).toEqual([]);
      await userEvent.keyboard('{Control>}s{/Control}');
      await question.getByRole('button', { name: save }).click();
      expect((await sent(CALL)).body).toMatchObject({ usd_rate: '17051.000000' });
    });

  test.each([
    ['down', '13950.449999', true],
    ['down', '13950.450000', false],
    ['up', '17050.550000', false],
    ['up', '17050.550001', true],
  ])('%s to %s is asked about: %s', async (_way, now, isAsked) => {
    await change('15500.500000', now);
    if (isAsked) await expect.element(page.getByRole('alertdialog')).toBeVisible();
    else await sent(CALL);
    expect(await requests(CALL)).toHaveLength(isAsked ? 0 : 1);
  });

  test('that is the first one of its country is not asked about', async () => {
    await change(null, '15500');
    expect((await sent(CALL)).body).toMatchObject({ usd_rate: '15500.000000' });
  });
});
