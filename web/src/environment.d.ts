declare module '*.po' {
  import type { Messages } from '@lingui/core';

  export const messages: Messages;
}

/** Set by the build, see build/build-information.ts. */
declare const __BUILD_DATE__: string;
declare const __VERSION__: string;
