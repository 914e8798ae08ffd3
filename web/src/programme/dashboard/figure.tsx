import { Money } from '../../session/money.tsx';
import type { Measure } from './series.ts';
import { currencyOf, roundingOf } from './words.ts';

interface FigureProps {
  value: string;
  measure: Measure;
  decimals: Readonly<Record<string, number>>;
  /** Its unit stands elsewhere. */
  isBare?: boolean;
}

/** A value of a chart: an amount, or how many records. */
export function Figure({ value, measure, decimals, isBare = false }: FigureProps) {
  return (
    <Money
      amount={value}
      currency={isBare ? null : currencyOf(measure)}
      decimals={roundingOf(measure, decimals)}
      isRounded
    />
  );
}
