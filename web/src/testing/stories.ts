import type { Label } from '@innkeeper/contract';
import type { Opening } from './open-console.tsx';

/** One state of a page, as a person can open it by `npm run stories`, and as it is tested in every look. */
export interface Story {
  /** Address in the console. */
  readonly at: string;
  readonly opening?: Opening;
  /** Sets the server's answers beside the everyday ones. */
  readonly server?: () => void;
  /** A text that stands on the page once it shows this state. */
  readonly expectedText: Label;
}

/** The states of one page by their names: waiting, empty, full, failed and any further ones. */
export type Stories = Readonly<Record<string, Story>>;
