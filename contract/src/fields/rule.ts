type Comparison = 'lessThan' | 'lessThanEquals' | 'moreThan' | 'moreThanEquals';

/**
 * Constants use the wire format: decimals as text, days `YYYY-MM-DD`. A list includes null if the field may be empty.
 */
export type Rule =
  | { readonly rule: 'isIn'; readonly values: readonly (string | number | null)[] }
  | { readonly rule: Comparison; readonly value: string | number }
  | { readonly rule: Comparison; readonly field: string }
  /** Today's date at the place where the record is written. */
  | { readonly rule: Comparison; readonly day: 'today' };
