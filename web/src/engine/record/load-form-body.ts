import { type ResourceDefinition, permission } from '@innkeeper/contract';
import { can } from '../../session/user.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import type { FormBody } from '../form/form-body.tsx';

let loadedComponent: typeof FormBody | undefined;

async function loadFormBody(): Promise<typeof FormBody> {
  loadedComponent = (await import('../form/form-body.tsx')).FormBody;
  return loadedComponent;
}

/** Whether the user may change records of the resource; a single record may still be locked. */
export const hasEditableRecords = ({ readOnly, permission: key }: ResourceDefinition): boolean =>
  !readOnly && can(permission('UPDATE', key));

/**
 * Loads the inputs of forms, the largest part of a record's page, before they are shown. Ignores failures, because the
 * form loads them itself.
 */
export function preloadFormBody(definition: ResourceDefinition): void {
  if (hasEditableRecords(definition)) loadFormBody().catch(() => undefined);
}

/** The fields of a form with their inputs; undefined until they are loaded. */
export function useFormBody(): typeof FormBody | undefined {
  const loadedNow = useLoaded(loadFormBody, loadedComponent === undefined);
  return loadedNow ?? loadedComponent;
}
