// Core test: every redemption.
import { describe } from 'vitest';
import { testInEveryVariant } from '../../testing/variants.ts';
import { stories } from './redeem-page.stories.ts';

describe('redeeming', () => {
  testInEveryVariant(stories);
});
