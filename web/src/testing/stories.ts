import type { Label } from '@innkeeper/contract';
import type { ConsoleOptions } from './open-console.tsx';

/** One state of a page, which is tested in its variants. People can open it with `npm run stories`. */
export interface Story {
  /** Address in the console. */
  readonly at: string;
  readonly options?: ConsoleOptions;
  /** Mocks responses in addition to the default ones. */
  readonly mockResponses?: () => void;
  /** A text that is visible once the page shows this state. */
  readonly expectedText: Label;
}

/** The states of one page by their names: loading, empty, full, failed and others. */
export type Stories = Readonly<Record<string, Story>>;
