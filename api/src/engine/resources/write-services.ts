import type { ResourceDefinition } from '@innkeeper/contract';
import type { HooksByResource, WriteContext } from './resource-hooks.ts';

/** Services that writing needs from outside the engine. */
export interface WriteServices {
  readonly hooksByResource: HooksByResource;
  /** Hashes a secret for storage. */
  readonly hashSecret: (secret: string) => Promise<string>;
}

export interface Write {
  readonly context: WriteContext;
  readonly services: WriteServices;
  readonly d: ResourceDefinition;
  readonly timeZone: string;
}
