import { page } from 'vitest/browser';

export const usernameInput = page.getByRole('textbox', { name: /^Email\/(username|nama pengguna)/ });
export const passwordInput = page.getByLabelText(/^(Password|Kata sandi)/).first();
export const submitButton = page.getByRole('button', { name: /^(LOGIN|MASUK)$/ });

/** Signs in through the form; the mock server accepts every name and password. */
export async function signInAs(username: string, password = 'a long password'): Promise<void> {
  await usernameInput.fill(username);
  await passwordInput.fill(password);
  await submitButton.click();
}
