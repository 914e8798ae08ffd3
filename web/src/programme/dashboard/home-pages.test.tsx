import { describe } from 'vitest';
import { testInEveryLook } from '../../testing/looks.ts';
import { stories } from './home-pages.stories.ts';

describe('where a session begins', () => {
  testInEveryLook(stories);
});
