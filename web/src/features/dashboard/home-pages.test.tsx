import { describe } from 'vitest';
import { testInEveryVariant } from '../../testing/variants.ts';
import { stories } from './home-pages.stories.ts';

describe('first page after sign-in', () => {
  testInEveryVariant(stories);
});
