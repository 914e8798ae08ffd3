import type { ResourceDefinition } from '@innkeeper/contract';
import type { ComponentType } from 'react';
import type { RecordPartProps } from '../form/extensions.ts';

export interface RecordScreenProps {
  readonly definition: ResourceDefinition;
  readonly id: number;
  /** Replaces the default header: the record's name, state and actions. */
  readonly Header?: ComponentType<RecordPartProps>;
  /** Uses the full window width, for an overview that fills it. Other pages have a maximum width. */
  readonly isWide?: boolean;
  /** Shown between the header and the tabs: the facts that people look for. Defaults to the computed fields. */
  readonly Summary?: ComponentType<RecordPartProps>;
  /** The first tab, before the data. Without it, the data is the first tab. */
  readonly Overview?: ComponentType<RecordPartProps>;
  /** Shown in the header before Delete: actions on the record other than editing. */
  readonly Actions?: ComponentType<RecordPartProps>;
}
