import { message } from '@innkeeper/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { router } from '../../shell/router.tsx';
import { expectAccessible } from '../../testing/accessibility.ts';
import { mockAccount } from '../../testing/account.ts';
import { chooseFile } from '../../testing/files.ts';
import { createPicture } from '../../testing/inputs.ts';
import { openConsole } from '../../testing/open-console.tsx';
import { mockResponse, rejection } from '../../testing/mock-server.ts';
import { findRequests, waitForRequest } from '../../testing/requests.ts';

const profileSection = () => page.getByRole('region', { name: 'About you' });
const nameInput = () => profileSection().getByRole('textbox', { name: 'Name' });
const phoneInput = () => profileSection().getByRole('textbox', { name: 'Phone' });
const saveButton = () => profileSection().getByRole('button', { name: 'Save' });
const userMenu = (displayName: string) => page.getByRole('button', { name: `User menu of ${displayName}` });
const photoPaths = () => [...document.querySelectorAll('img')].map((image) => new URL(image.src).pathname);

describe('the profile of a user', () => {
  beforeEach(async () => {
    mockAccount();
    await openConsole('/pages/profile');
    await expect.element(nameInput()).toHaveValue('Sari Wulandari');
  });

  it('name and phone are saved, and the name is shown in the toolbar immediately', async () => {
    await expect.element(profileSection().getByText('sari.wulandari', { exact: true })).toBeVisible();
    await expect.element(saveButton()).toBeDisabled();
    await nameInput().fill(' Sari W. Utami ');
    await phoneInput().fill('+62 811 2233 4455');
    await saveButton().click();
    await expect.element(page.getByText('Profile saved.')).toBeVisible();
    expect((await waitForRequest('POST /api/user/profile')).body).toEqual({
      name: 'Sari W. Utami',
      phone_no: '+62 811 2233 4455',
    });
    await expect.element(userMenu('Sari W. Utami')).toBeVisible();
    await expect.element(phoneInput()).toHaveValue('+62 811 2233 4455');
    await expect.element(saveButton()).toBeDisabled();
  });

  it('a new email is sent only with the current password', async () => {
    const emailInput = profileSection().getByRole('textbox', { name: 'Email' });
    await expect.element(profileSection().getByLabelText('Current password')).not.toBeInTheDocument();
    await emailInput.fill('sari@elsewhere.test');
    await expect.element(saveButton()).toBeDisabled();
    await profileSection().getByLabelText('Current password').fill('seven brown otters');
    await expectAccessible();
    await saveButton().click();
    await expect.element(page.getByText('Profile saved.')).toBeVisible();
    expect((await waitForRequest('POST /api/user/profile')).body).toMatchObject({
      email: 'sari@elsewhere.test',
      current_password: 'seven brown otters',
    });
    await expect.element(emailInput).toHaveValue('sari@elsewhere.test');
    await expect.element(profileSection().getByLabelText('Current password')).not.toBeInTheDocument();
  });

  it('a name cannot be empty, and a button discards the changes', async () => {
    await nameInput().fill('  ');
    await expect.element(saveButton()).toBeDisabled();
    await profileSection().getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(nameInput()).toHaveValue('Sari Wulandari');
  });

  it('a photo is uploaded when chosen, shown everywhere, and can be removed', async () => {
    expect(photoPaths()).toEqual([]);
    const file = await createPicture('me.png');
    await chooseFile(file);
    await expect.element(profileSection().getByRole('button', { name: 'Change photo' })).toBeVisible();
    const { body } = await waitForRequest('POST /api/user/profile');
    expect(body).toEqual({ photo: expect.any(File) as unknown });
    // One photo is in the profile, the other in the toolbar.
    await expect.poll(photoPaths).toEqual(['/src/testing/picture.png', '/src/testing/picture.png']);
    await expectAccessible();
    await profileSection().getByRole('button', { name: 'Remove' }).click();
    await expect.element(profileSection().getByRole('button', { name: 'Add photo' })).toBeVisible();
    expect((await waitForRequest('POST /api/user/profile')).body).toEqual({ photo: '' });
    await expect.poll(photoPaths).toEqual([]);
  });

  it('a rejection is shown at its field until the field changes', async () => {
    mockResponse('POST /api/user/profile', () =>
      rejection(422, 'validation_failed', { errors: { phone_no: [message('phone')] } }),
    );
    await phoneInput().fill('call me');
    await saveButton().click();
    await expect.element(phoneInput()).toHaveAccessibleDescription('Enter a valid phone number.');
    await expectAccessible();
    await phoneInput().fill('+62 811');
    await expect.element(phoneInput()).not.toHaveAccessibleDescription();
    expect(await findRequests('POST /api/user/profile')).toHaveLength(1);
  });

  it('a file that is not an image is rejected at the photo', async () => {
    mockResponse('POST /api/user/profile', () =>
      rejection(422, 'validation_failed', { errors: { photo: [message('picture')] } }),
    );
    await chooseFile(new File(['<html>hello</html>'], 'me.png', { type: 'image/png' }));
    await expect
      .element(page.getByRole('button', { name: 'Add photo' }))
      .toHaveAccessibleDescription(/Unreadable image/);
    await expectAccessible();
  });

  it('leaving the page with unsaved values requires confirmation', async () => {
    await nameInput().fill('Somebody else');
    const membershipsLink = page
      .getByRole('navigation', { name: 'Main navigation' })
      .getByRole('link', { name: 'Memberships', exact: true });
    await membershipsLink.click();
    const confirmation = page.getByRole('alertdialog');
    await confirmation.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(nameInput()).toHaveValue('Somebody else');
    await membershipsLink.click();
    await confirmation.getByRole('button', { name: 'Discard changes' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Memberships' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/system/membership');
  });

  it('the language changes immediately, is saved for the user, and retains the input', async () => {
    await nameInput().fill('Somebody else');
    await page.getByRole('radio', { name: 'Bahasa Indonesia' }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Profil Saya', exact: true })).toBeVisible();
    await expect.element(page.getByRole('textbox', { name: 'Nama' })).toHaveValue('Somebody else');
    const { body } = await waitForRequest('POST /api/user/settings');
    expect(body).toMatchObject({ settings: expect.stringContaining('"language":"id"') as unknown });
  });
});

it('a user waiting for access has the language saved on this device only', async () => {
  mockAccount();
  await openConsole('/pages/profile', { user: { role: 'guest', roles: [], access_level: null, hotels: [] } });
  await page.getByRole('radio', { name: 'Bahasa Indonesia' }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Profil Saya', exact: true })).toBeVisible();
  expect(localStorage.getItem('innkeeper.settings')).toContain('"language":"id"');
  // A page that is hidden saves pending changes immediately.
  dispatchEvent(new PageTransitionEvent('pagehide'));
  expect(await findRequests('POST /api/user/settings')).toEqual([]);
});
