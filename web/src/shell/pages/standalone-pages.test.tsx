import { describe } from 'vitest';
import { testInEveryVariant } from '../../testing/variants.ts';
import { stories } from './standalone-pages.stories.ts';

describe('a page outside the console', () => {
  testInEveryVariant(stories);
});
