import { type ResourceDefinition, type ResourceKey, getResource } from '@innkeeper/contract';
import { RecordScreen } from './record-screen.tsx';
import { getExtensions } from '../form/extensions.ts';

export interface ResourceRecordPageProps {
  readonly resource: ResourceKey;
  readonly id: number;
}

/** The page of a record: the resource's own page if it has one, else the generic one. */
export function ResourceRecordPage({ resource, id }: ResourceRecordPageProps) {
  const definition: ResourceDefinition = getResource(resource);
  const Screen = getExtensions().recordPages[resource] ?? RecordScreen;
  return <Screen definition={definition} id={id} />;
}
