import type { Stories } from '../src/testing/stories.ts';

/** The stories of a page, and their name: the path of their file below `src`, without its ending. */
const files = import.meta.glob<{ stories: Stories }>('../src/**/*.stories.{ts,tsx}', { eager: true });

export const everyStory: ReadonlyMap<string, Stories> = new Map(
  Object.entries(files).map(([file, { stories }]) => [file.replace(/^\.\.\/src\/|\.stories\.tsx?$/g, ''), stories]),
);
