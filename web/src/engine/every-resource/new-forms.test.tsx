import { describe, expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ResourceDefinition } from '@innkeeper/contract';
import { openConsole } from '../../testing/open-console.tsx';
import { waitUntilLoaded } from '../../testing/loading.ts';
import { formFieldNames } from '../form/form-fields.ts';
import { type CheckContext, formVariants, resourcesWhere, testEveryResource } from '../../testing/every-resource.ts';

/** Excludes records that only the server creates: they have no form. */
const CREATABLE_KEYS = resourcesWhere((d) => !d.readOnly);

describe('every resource', () => {
  const title = 'the form of a new record has all fields';
  testEveryResource(CREATABLE_KEYS, title, checkForm, formVariants);
});

async function checkForm(
  d: ResourceDefinition,
  { variant, translate, checkAccessibility }: CheckContext,
): Promise<void> {
  await openConsole(d.path, variant);
  const buttonVerb = variant.language === 'id' ? 'Tambah' : 'New';
  await page
    .getByRole('button', { name: `${buttonVerb} ${translate(d.label).toLocaleLowerCase()}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  // Users are invited, unless somebody gives them a password.
  if (d.key === 'users')
    await dialog.getByRole('button', { name: /^(Set a password instead|Tetapkan kata sandi saja)$/ }).click();
  await expect.element(dialog.getByRole('button', { name: /^(Save|Simpan)$/ })).toBeVisible();
  await waitUntilLoaded(() => dialog.element());
  for (const name of formFieldNames(d)) {
    const field = d.fields[name];
    if (field) await expect.element(dialog.getByText(translate(field.label)).first()).toBeVisible();
  }
  await checkAccessibility();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
}
