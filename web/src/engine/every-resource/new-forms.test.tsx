import { describe, expect } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ResourceDefinition } from '@innkeeper/contract';
import { openConsole } from '../../testing/open-console.tsx';
import { hasLoaded } from '../../testing/quiet.ts';
import { formFieldNames } from '../form/form-fields.ts';
import { type Showing, looksOfForm, pagesThat, testEveryResource } from '../../testing/every-resource.ts';

/** Records that only the server writes have no form for a new one. */
const MADE_HERE = pagesThat((d) => !d.readOnly);

describe('every resource', () => {
  const promise = 'a new one has a form with all its fields';
  testEveryResource(MADE_HERE, promise, showsForm, looksOfForm);
});

async function showsForm(d: ResourceDefinition, { look, say, examine }: Showing): Promise<void> {
  await openConsole(d.path, look);
  const make = look.language === 'id' ? 'Tambah' : 'New';
  await page
    .getByRole('button', { name: `${make} ${say(d.label).toLocaleLowerCase()}` })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByRole('button', { name: /^(Save|Simpan)$/ })).toBeVisible();
  await hasLoaded(() => dialog.element());
  for (const name of formFieldNames(d)) {
    const field = d.fields[name];
    if (field) await expect.element(dialog.getByText(say(field.label)).first()).toBeVisible();
  }
  await examine();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
}
