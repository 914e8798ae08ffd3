import { describe } from 'vitest';
import { testInEveryVariant } from '../../testing/variants.ts';
import { stories } from './visit-page.stories.ts';

describe('posting a visit', () => {
  testInEveryVariant(stories);
});
