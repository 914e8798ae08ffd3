import type { ResourceDefinition } from '@innkeeper/contract';
import type { ComponentType } from 'react';
import type { RecordPartProps } from '../form/extensions.ts';

export interface RecordScreenProps {
  readonly definition: ResourceDefinition;
  readonly id: number;
  /** Takes the place of the head: the record's name, its state, its actions. */
  readonly Header?: ComponentType<RecordPartProps>;
  /** As wide as the window, for an overview that fills it; the others are boxed. */
  readonly isWide?: boolean;
  /**
   * Stands between the head and the tabs: the facts that people come for. Without it: those that the server adds to the record.
   */
  readonly Summary?: ComponentType<RecordPartProps>;
  /** The first tab, before the data; the data is the first where nothing is said. */
  readonly Overview?: ComponentType<RecordPartProps>;
  /** Stands in the head, before Delete: the actions on such a record beside editing it. */
  readonly Actions?: ComponentType<RecordPartProps>;
}
