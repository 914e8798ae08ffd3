import type { ResourceDefinition } from '@innkeeper/contract';
import type { Behaviours, WriteContext } from './behaviour.ts';

/** The services that writing needs from outside the engine. */
export interface WriteServices {
  readonly behaviours: Behaviours;
  /** Hash of a person's secret as it is stored. */
  readonly hashSecret: (secret: string) => Promise<string>;
}

export interface Write {
  readonly context: WriteContext;
  readonly services: WriteServices;
  readonly d: ResourceDefinition;
  readonly timeZone: string;
}
