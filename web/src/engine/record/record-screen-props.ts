import type { ResourceDefinition } from '@innkeeper/contract';
import type { ComponentType } from 'react';
import type { RecordPartProps } from '../form/extensions.ts';

export interface RecordScreenProps {
  readonly definition: ResourceDefinition;
  readonly id: number;
  /** Takes the place of the head: what the record is called, how it stands, what can be done with it. */
  readonly Header?: ComponentType<RecordPartProps>;
  /** As wide as the window, for an overview that fills it; the others are boxed. */
  readonly isWide?: boolean;
  /** Stands between the head and the tabs: what people come for; what the server made of the record where nothing is said. */
  readonly Summary?: ComponentType<RecordPartProps>;
  /** The first tab, before the data; the data is the first where nothing is said. */
  readonly Overview?: ComponentType<RecordPartProps>;
  /** Stands in the head, before Delete: what is done with such a record beside editing it. */
  readonly Actions?: ComponentType<RecordPartProps>;
}
