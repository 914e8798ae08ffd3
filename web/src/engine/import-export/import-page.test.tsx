import { describe } from 'vitest';
import { testInEveryVariant } from '../../testing/variants.ts';
import { stories } from './import-page.stories.ts';

describe('start of an import', () => {
  testInEveryVariant(stories);
});
