import { type ResourceDefinition, permission } from '@innkeeper/contract';
import { can } from '../../session/user.ts';

/**
 * Whether a record opens in a dialog over its list. Users without the right to the list get a page for the record,
 * because the server rejects the list behind the dialog.
 */
export const opensOverList = ({ opensInDialog, permission: key }: ResourceDefinition): boolean =>
  opensInDialog === true && can(permission('VIEW', key));

/** The path of a record's page; if the record opens over its list, of the list filtered to this record. */
export const recordPath = (definition: ResourceDefinition, id: number | 'new'): string =>
  opensOverList(definition)
    ? `${definition.path}?${new URLSearchParams({ 'filter[id][eq]': String(id) }).toString()}`
    : `${definition.path}/${id}`;
