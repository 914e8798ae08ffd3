import { describe } from 'vitest';
import { testInEveryLook } from '../testing/looks.ts';
import { stories } from './navigation-menu.stories.ts';

describe('the menu', () => {
  testInEveryLook(stories);
});
