import { FormSkeleton } from '../form/form-skeleton.tsx';
import { formFieldNames } from '../form/form-fields.ts';
import type { ResourceForm } from '../form/use-resource-form.ts';
import { useFormBody } from './load-form-body.ts';

/** The fields of a record's form. Its inputs are loaded on demand: most records are opened only to be read. */
export function DataForm({ form }: { form: ResourceForm }) {
  const FormBody = useFormBody();
  if (!FormBody) return <FormSkeleton fields={formFieldNames(form.definition).length} />;
  return <FormBody form={form} layout="page" />;
}
