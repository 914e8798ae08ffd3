import { describe } from 'vitest';
import { testInEveryVariant } from '../../testing/variants.ts';
import { stories } from './record-page.stories.ts';

describe('record page', () => {
  testInEveryVariant(stories);
});
