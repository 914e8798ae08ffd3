import { describe } from 'vitest';
import { testInEveryVariant } from '../testing/variants.ts';
import { stories } from './navigation-menu.stories.ts';

describe('the menu', () => {
  testInEveryVariant(stories);
});
