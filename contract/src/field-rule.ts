type Comparison = 'lessThan' | 'lessThanEquals' | 'moreThan' | 'moreThanEquals';

/** Constants are written as they travel: decimals as text, days `YYYY-MM-DD`. A field that may be empty lists null. */
export type Rule =
  | { readonly rule: 'isIn'; readonly values: readonly (string | number | null)[] }
  | { readonly rule: Comparison; readonly value: string | number }
  | { readonly rule: Comparison; readonly field: string }
  /** The day that it is where the record is written. */
  | { readonly rule: Comparison; readonly day: 'today' };
