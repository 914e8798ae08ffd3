import { page } from 'vitest/browser';

export const username = page.getByRole('textbox', { name: /^Email\/(username|nama pengguna)/ });
export const password = page.getByLabelText(/^(Password|Kata sandi)/).first();
export const submit = page.getByRole('button', { name: /^(LOGIN|MASUK)$/ });

/** Signs in through the form; the mock server accepts every name and password. */
export async function signInAs(name: string, secret = 'a long password'): Promise<void> {
  await username.fill(name);
  await password.fill(secret);
  await submit.click();
}
