import type { OpenForm } from '../engine/form/open-form.ts';

/** Opens the form of a resource; loads its code on first use. */
export const openForm: OpenForm = async (options) =>
  (await import('../engine/form/form-dialog.tsx')).openResourceForm(options);
