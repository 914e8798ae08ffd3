import { message } from '@innkeeper/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { router } from '../../shell/router.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { mockAccount } from '../../testing/account.ts';
import { chooseFile, picture } from '../../testing/inputs.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, rejection } from '../../testing/mock-server.ts';
import { requests, sent } from '../../testing/requests.ts';

const about = () => page.getByRole('region', { name: 'About you' });
const name = () => about().getByRole('textbox', { name: 'Name' });
const phone = () => about().getByRole('textbox', { name: 'Phone' });
const save = () => about().getByRole('button', { name: 'Save' });
const userMenu = (of: string) => page.getByRole('button', { name: `User menu of ${of}` });
const photos = () => [...document.querySelectorAll('img')].map((img) => new URL(img.src).pathname);

describe('the profile of a user', () => {
  beforeEach(async () => {
    mockAccount();
    await openConsole('/pages/profile');
    await expect.element(name()).toHaveValue('Sari Wulandari');
  });

  it('name and phone are saved, and shown in the bar immediately', async () => {
    await expect.element(about().getByText('sari.wulandari', { exact: true })).toBeVisible();
    await expect.element(save()).toBeDisabled();
    await name().fill(' Sari W. Utami ');
    await phone().fill('+62 811 2233 4455');
    await save().click();
    await expect.element(page.getByText('Profile saved.')).toBeVisible();
    expect((await sent('POST /api/user/profile')).body).toEqual({
      name: 'Sari W. Utami',
      phone_no: '+62 811 2233 4455',
    });
    await expect.element(userMenu('Sari W. Utami')).toBeVisible();
    await expect.element(phone()).toHaveValue('+62 811 2233 4455');
    await expect.element(save()).toBeDisabled();
  });

  it('a new email is sent only with the current password', async () => {
    const email = about().getByRole('textbox', { name: 'Email' });
    await expect.element(about().getByLabelText('Current password')).not.toBeInTheDocument();
    await email.fill('sari@elsewhere.test');
    await expect.element(save()).toBeDisabled();
    await about().getByLabelText('Current password').fill('seven brown otters');
    await expectAccessible();
    await save().click();
    await expect.element(page.getByText('Profile saved.')).toBeVisible();
    expect((await sent('POST /api/user/profile')).body).toMatchObject({
      email: 'sari@elsewhere.test',
      current_password: 'seven brown otters',
    });
    await expect.element(email).toHaveValue('sari@elsewhere.test');
    await expect.element(about().getByLabelText('Current password')).not.toBeInTheDocument();
  });

  it('a name cannot be empty, and a button discards the changes', async () => {
    await name().fill('  ');
    await expect.element(save()).toBeDisabled();
    await about().getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(name()).toHaveValue('Sari Wulandari');
  });

  it('a photo is uploaded when chosen, shown everywhere, and can be removed', async () => {
    expect(photos()).toEqual([]);
    const file = await picture('me.png');
    chooseFile(file);
    await expect.element(about().getByRole('button', { name: 'Change photo' })).toBeVisible();
    const { body } = await sent('POST /api/user/profile');
    expect(body).toEqual({ photo: expect.any(File) as unknown });
    // One in the profile and one in the bar.
    await expect.poll(photos).toEqual(['/src/testing/picture.png', '/src/testing/picture.png']);
    await expectAccessible();
    await about().getByRole('button', { name: 'Remove' }).click();
    await expect.element(about().getByRole('button', { name: 'Add photo' })).toBeVisible();
    expect((await sent('POST /api/user/profile')).body).toEqual({ photo: '' });
    await expect.poll(photos).toEqual([]);
  });

  it('a rejection is shown at its field until the field changes', async () => {
    mockResponse('POST /api/user/profile', () =>
      rejection(422, 'validation_failed', { errors: { phone_no: [message('phone')] } }),
    );
    await phone().fill('call me');
    await save().click();
    await expect.element(phone()).toHaveAccessibleDescription('Enter a valid phone number.');
    await expectAccessible();
    await phone().fill('+62 811');
    await expect.element(phone()).not.toHaveAccessibleDescription();
    expect(await requests('POST /api/user/profile')).toHaveLength(1);
  });

  it('a file that is not an image is rejected at the photo', async () => {
    mockResponse('POST /api/user/profile', () =>
      rejection(422, 'validation_failed', { errors: { photo: [message('picture')] } }),
    );
    chooseFile(new File(['<html>hello</html>'], 'me.png', { type: 'image/png' }));
    await expect
      .element(page.getByRole('button', { name: 'Add photo' }))
      .toHaveAccessibleDescription(/Unreadable image/);
    await expectAccessible();
  });

  it('leaving the page with unsaved values requires confirmation', async () => {
    await name().fill('Somebody else');
    const members = page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'Memberships', exact: true });
    await members.click();
    const confirmation = page.getByRole('alertdialog');
    await confirmation.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(name()).toHaveValue('Somebody else');
    await members.click();
    await confirmation.getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Memberships' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/system/membership');
  });

  it('the language changes immediately, is saved for the user, and retains the input', async () => {
    await name().fill('Somebody else');
    await page.getByRole('radio', { name: 'Bahasa Indonesia' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Profil Saya', exact: true })).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Nama' })).toHaveValue('Somebody else');
    const { body } = await sent('POST /api/user/settings');
    expect(body).toMatchObject({ settings: expect.stringContaining('"language":"id"') as unknown });
  });
});

it('a user waiting for access has the language saved on this device only', async () => {
  mockAccount();
  await openConsole('/pages/profile', { user: { role: 'guest', roles: [], access_level: null, hotels: [] } });
  await page.getByRole('radio', { name: 'Bahasa Indonesia' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Profil Saya', exact: true })).toBeVisible();
  expect(localStorage.getItem('innkeeper.settings')).toContain('"language":"id"');
  // Leaving the page would save pending changes immediately.
  dispatchEvent(new PageTransitionEvent('pagehide'));
  expect(await requests('POST /api/user/settings')).toEqual([]);
});
