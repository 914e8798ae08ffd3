import type { OpenForm } from '../engine/form/open-form.ts';

/** The form of a resource, fetched when it is first opened. */
export const openForm: OpenForm = async (options) =>
  (await import('../engine/form/form-dialog.tsx')).openResourceForm(options);
