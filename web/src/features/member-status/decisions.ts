import { resources } from '@innkeeper/contract';

/** What can be decided about a review; before, it is open. */
export const DECISIONS = resources.term_end.fields.decision.choices.filter(({ value }) => value !== 'open');
export type Decision = (typeof DECISIONS)[number]['value'];
