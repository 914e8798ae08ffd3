import { describe } from 'vitest';
import { testInEveryLook } from '../../testing/looks.ts';
import { stories } from './home-pages.stories.ts';

describe('the first page of a session', () => {
  testInEveryLook(stories);
});
