import { type ResourceDefinition, type ResourceKey, getResource } from '@innkeeper/contract';
import { NewRecordPage } from './new-record-page.tsx';
import { RecordScreen } from './record-screen.tsx';
import { getExtensions } from '../form/extensions.ts';

export interface ResourceRecordPageProps {
  readonly resource: ResourceKey;
  /** `new`, or an id. */
  readonly id: string;
}

/** The page of an existing or new record: the resource's own page if it has one, else the generic one. */
export function ResourceRecordPage({ resource, id }: ResourceRecordPageProps) {
  const definition: ResourceDefinition = getResource(resource);
  if (id === 'new') return <NewRecordPage definition={definition} />;
  const Screen = getExtensions().recordPages[resource] ?? RecordScreen;
  return <Screen definition={definition} id={Number(id)} />;
}
