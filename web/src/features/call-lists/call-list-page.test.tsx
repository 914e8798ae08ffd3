import { describe } from 'vitest';
import { testInEveryVariant } from '../../testing/variants.ts';
import { stories } from './call-list-page.stories.ts';

describe('call lists', () => {
  testInEveryVariant(stories);
});
