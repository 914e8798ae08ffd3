declare module '*.po' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}

/** Set by the build: an ISO 8601 date, and the version of package.json. See build/build-information.ts. */
declare const __BUILD_DATE__: string;
declare const __VERSION__: string;
