import type { Page } from 'playwright-core';

/** On the page of the sign-in. */
export async function signInOn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Correo').fill(email);
  await page.getByRole('textbox', { name: 'Contraseña' }).fill(password);
  await page.getByRole('button', { name: 'Ingresar' }).click();
}
