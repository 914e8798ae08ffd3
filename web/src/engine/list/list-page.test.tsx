// Core test: every list.
import { describe } from 'vitest';
import { testInEveryVariant } from '../../testing/variants.ts';
import { stories } from './list-page.stories.ts';

describe('a list', () => {
  testInEveryVariant(stories);
});
