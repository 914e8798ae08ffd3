import type { Label } from '@innkeeper/contract';

/** A key that a page or a part of the console has. */
export interface HelpKey {
  /** The browser's name of the key, as in the hints that the page registers. */
  readonly key: string;
  readonly label: Label;
}

/** The help of one page, or of something that many pages have in common. */
export interface PageHelp {
  /** Two or three sentences: what the page shows, and what it is for. */
  readonly about: Label;
  /** What people come here to do, step by step. */
  readonly steps: readonly Label[];
  /** Keys of the page. Lists of records have those of every list as well. */
  readonly keys?: readonly HelpKey[];
}

/** Help of something that is no page of the menu. */
export interface TopicHelp extends PageHelp {
  readonly title: Label;
  /** The menu page that leads to the topic's own pages. */
  readonly menuId?: string;
  /** The topic's page, if everybody can open it. */
  readonly url?: string;
  /** Matches the paths of the topic's own pages. */
  readonly path?: RegExp;
}
