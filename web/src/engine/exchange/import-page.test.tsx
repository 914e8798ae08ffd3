import { describe } from 'vitest';
import { testInEveryLook } from '../../testing/looks.ts';
import { stories } from './import-page.stories.ts';

describe('an import begins', () => {
  testInEveryLook(stories);
});
