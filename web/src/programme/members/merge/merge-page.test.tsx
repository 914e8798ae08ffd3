import { mergeFields } from '@innkeeper/contract';
import type { MergeInput } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { router } from '../../../shell/router.tsx';
import { expectAccessible } from '../../../testing/accessibility.ts';
import { LOOKS, testInEveryLook } from '../../../testing/looks.ts';
import { playTwins } from '../../../testing/member-merge.ts';
import { openConsole } from '../../../testing/open-console.tsx';
import { answer, refusal } from '../../../testing/played-server.ts';
import { expectAsked, requests, sent } from '../../../testing/requests.ts';
import { stories } from './merge-page.stories.ts';

const CALL = 'POST /api/member/5/merge';
const MERGE_PATH = '/company/member/5/merge';
const merge = page.getByRole('button', { name: 'Merge into Bagus Santoso' });
const choice = (name: string) => page.getByRole('radiogroup', { name, exact: true });
const address = () => router.state.location.href;

describe('merging two members', () => {
  testInEveryLook(stories);

  test('begins with who is likely the same person, and why', async () => {
    playTwins();
    await openConsole(MERGE_PATH);
    const twin = page.getByRole('listitem').filter({ hasText: '#6' });
    await expect.element(twin).toMatchTextContent('Same phone');
    for (const field of ['email', 'phone_no'])
      expect(
        (await requests('GET /api/member/duplicates')).some(({ query }) => field in query),
        field,
      ).toBe(true);
    await page.getByRole('button', { name: 'Compare with Bagus S.' }).click();
    await expect.poll(address).toBe(`${MERGE_PATH}?with=6`);
  });

  test('can begin with any member found by a search, except the same one', async () => {
    playTwins();
    answer('GET /api/member/duplicates', { data: [] });
    await openConsole(MERGE_PATH);
    await expect.element(page.getByText('Nobody else has the email, phone or identity number of Bagus')).toBeVisible();
    await page.getByRole('combobox', { name: 'Another member' }).fill('Bagus');
    await expect.poll(() => page.getByRole('option').elements().length).toBe(1);
    await expectAsked('GET /api/member/choices').toMatchObject({ search: 'Bagus' });
    await page.getByRole('option', { name: 'Bagus S.' }).click();
    await expect.poll(address).toBe(`${MERGE_PATH}?with=6`);
  });

  test('takes what the one has and the other lacks, and asks for the rest field by field', async () => {
    playTwins();
    await openConsole(`${MERGE_PATH}?with=6`);
    await expect.element(choice('Hobby').getByRole('radio', { name: 'Berkebun' })).toBeChecked();
    await expect.element(choice('Email').getByRole('radio', { name: /^bagus@example.test ?, kept$/ })).toBeChecked();
    const same = Object.keys(mergeFields).length - 3;
    await expect.element(page.getByText(`${same} other fields are the same or empty.`)).toBeVisible();
    await page.getByRole('radio', { name: /^b.santoso@example.test ?, absorbed$/ }).click();
    await merge.click();
    await expect.element(page.getByRole('heading', { name: 'The two are one member now' })).toHaveFocus();
    const [dry, real] = await requests(CALL);
    expect(dry?.body).toEqual({ member_id: 6, dry_run: 1 } satisfies MergeInput);
    expect(real?.body).toEqual({
      member_id: 6,
      fields: { last_name: 'kept', email: 'absorbed', hobby: 'absorbed' },
    } satisfies MergeInput);
    expect(real?.headers.get('Idempotency-Key')).not.toBeNull();
  });

  test('counts each kind of record that will move, and afterwards that has moved', async () => {
    playTwins();
    await openConsole(`${MERGE_PATH}?with=6`);
    await expect.element(page.getByText('The merge can be undone for 30 days.')).toBeVisible();
    const counts = () =>
      page
        .getByRole('definition')
        .elements()
        .map((one) => one.textContent);
    await expect.poll(counts).toEqual(['1', '3', '1', '2']);
    for (const name of ['Member card', 'Member vouchers', 'Transaction', 'Visits'])
      await expect.element(page.getByRole('term').filter({ hasText: name })).toBeVisible();
    await expect.element(page.getByText('Bagus S. (#6) is deleted and says where it went.')).toBeVisible();
    await merge.click();
    await expect.element(page.getByText('Bagus S. (#6) was merged into Bagus Santoso.')).toBeVisible();
    await expect.poll(counts).toEqual(['1', '3', '1', '2']);
    await expect
      .element(page.getByRole('link', { name: 'Open Bagus Santoso' }))
      .toHaveAttribute('href', '/company/member/5');
  });

  test('exchanges who stays, and needs no more than the keyboard', async () => {
    playTwins();
    await openConsole(`${MERGE_PATH}?with=6`);
    const exchange = page.getByRole('button', { name: 'Exchange the two' });
    await expect.element(exchange).toBeVisible();
    exchange.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toBe('/company/member/6/merge?with=5');
    const emails = choice('Email').getByRole('radio');
    await expect.element(emails.first()).toHaveAccessibleName(/^b.santoso@example.test ?, kept$/);
    emails.first().element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(choice('Email').getByRole('radio', { name: 'bagus@example.test' })).toBeChecked();
    const into = page.getByRole('button', { name: 'Merge into Bagus S.' });
    await expect.element(into).toBeEnabled();
    into.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'The two are one member now' })).toHaveFocus();
    expect((await sent('POST /api/member/6/merge')).body).toMatchObject({
      member_id: 5,
      fields: { email: 'absorbed' },
    });
  });

  test('that is refused at a field says so there, until something else is chosen', async () => {
    playTwins();
    await openConsole(`${MERGE_PATH}?with=6`);
    await expect.element(merge).toBeEnabled();
    answer(CALL, () => refusal(422, 'validation_failed', { errors: { email: ['taken'] } }));
    await merge.click();
    await expect.element(page.getByText('This is taken.')).toBeVisible();
    await expect.element(choice('Email')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
    await page.getByRole('radio', { name: 'b.santoso@example.test' }).click();
    await expect.element(page.getByText('This is taken.')).not.toBeInTheDocument();
  });

  const WORDS = {
    en: {
      merge: 'Merge into',
      done: 'The two are one member now',
      undo: 'Undo the merge',
      two: 'are two members again',
    },
    id: {
      merge: 'Gabungkan ke',
      done: 'Keduanya kini menjadi satu anggota',
      undo: 'Urungkan penggabungan',
      two: 'kembali menjadi dua anggota',
    },
  } as const;
  for (const { language, theme, width, height } of LOOKS)
    test(`is done and undone: ${language}, ${theme}, ${width} px`, async () => {
      const words = WORDS[language];
      await page.viewport(width, height);
      playTwins();
      await openConsole(`${MERGE_PATH}?with=6`, { language, theme });
      await page.getByRole('button', { name: words.merge }).click();
      await expect.element(page.getByRole('heading', { name: words.done })).toHaveFocus();
      await expectAccessible();
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      answer('POST /api/member/5/merge/3/undo', { data: {} });
      await page.getByRole('button', { name: words.undo }).click();
      await expect.element(page.getByText(words.two)).toBeVisible();
      await expect.element(page.getByRole('button', { name: words.merge })).toBeVisible();
      expect(await requests('POST /api/member/5/merge/3/undo')).toHaveLength(1);
    });
});
