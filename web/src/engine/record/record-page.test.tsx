import { describe } from 'vitest';
import { testInEveryLook } from '../../testing/looks.ts';
import { stories } from './record-page.stories.ts';

describe('the page of a record', () => {
  testInEveryLook(stories);
});
