import type { Stories } from '../src/testing/stories.ts';

const storyModules = import.meta.glob<{ stories: Stories }>('../src/**/*.stories.{ts,tsx}', { eager: true });

/** The stories of each page, by the path of their file below `src`, without its ending: `shell/navigation-menu`. */
export const storiesByPath: ReadonlyMap<string, Stories> = new Map(
  Object.entries(storyModules).map(([file, { stories }]) => [
    file.replace(/^\.\.\/src\/|\.stories\.tsx?$/g, ''),
    stories,
  ]),
);
