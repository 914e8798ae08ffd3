import type { Duplicate } from '@innkeeper/contract/calls';
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../testing/accessibility.ts';
import { HOTELS } from '../../testing/fixtures.ts';
import { mockMember } from '../../testing/member-overview.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { HttpResponse, mockResponse, setRecords } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';
import { row } from '../../testing/rows.ts';

/** A duplicate member is created only after confirmation. */

const [JAKARTA] = HOTELS;
const existingMember: Duplicate = {
  id: 9,
  name: 'Ayu Lestari',
  is_elsewhere: false,
  hotel: JAKARTA,
  card: null,
  email: 'ayu@example.test',
  phone_no: '+6281155500009',
  identity_no: null,
  deleted_at: null,
  matches: ['phone_no'],
};
const confirmation = page.getByRole('dialog', { name: 'Is this guest already a member?' });
const saveButton = page.getByRole('button', { name: /^Save/ });

/** Fills in the form of a new member and saves it; the search for duplicates finds the given one. */
async function submitNewMember(duplicate: Duplicate): Promise<void> {
  for (const key of ['membership', 'country', 'hotel'] as const) setRecords(key, [row(key, 1)]);
  // The member's page opens after saving.
  mockMember();
  mockResponse('GET /api/member/duplicates', ({ request }) =>
    HttpResponse.json({ data: new URL(request.url).searchParams.has('phone_no') ? [duplicate] : [] }),
  );
  const newMember = row('member', 5, { merged_into_id: null, merged_from_id: null });
  mockResponse('POST /api/member', () => HttpResponse.json({ data: newMember }, { status: 201 }));
  await openConsole('/company/member/new?membership_id=1&origin_country_id=1&hotel_id=1');
  await page.getByRole('textbox', { name: 'First name' }).fill('Melati');
  await page.getByRole('combobox', { name: 'Gender' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('melati@example.test');
  await page.getByRole('textbox', { name: 'Phone' }).fill('+62 811 5550 0009');
  await saveButton.click();
}

describe('new member', () => {
  test("requires confirmation before being created with another member's phone", async () => {
    await submitNewMember(existingMember);
    await expect.element(confirmation.getByText('This member has the same phone or identity number.')).toBeVisible();
    await expectAccessible();
    expect(await findRequests('POST /api/member')).toEqual([]);
    await confirmation.getByRole('button', { name: 'Back' }).click();
    await expect.element(confirmation).not.toBeInTheDocument();
    expect(await findRequests('POST /api/member')).toEqual([]);
    await saveButton.click();
    await confirmation.getByRole('button', { name: 'No, someone else' }).click();
    await waitForRequest('POST /api/member');
  });

  test('is not created if the existing member is chosen, who is served here if another hotel has them', async () => {
    await submitNewMember({ ...existingMember, is_elsewhere: true, hotel: HOTELS[1], email: null, phone_no: null });
    await expect
      .element(confirmation.getByRole('link', { name: 'Serve Ayu Lestari here' }))
      .toHaveAttribute('href', '/finance/voucher-redeem/wizard/9');
  });
});
