import { Money } from '../../session/money.tsx';
import type { Measure } from './series.ts';
import { currencyOf, formatExactMeasure, roundingOf } from './measure-format.ts';

interface MetricProps {
  value: string;
  measure: Measure;
  decimals: Readonly<Record<string, number>>;
  /** The unit is shown elsewhere. */
  isUnitHidden?: boolean;
}

/** A value of a chart: an amount, rounded, with the exact one as its tooltip, or a number of records. */
export function Metric({ value, measure, decimals, isUnitHidden = false }: MetricProps) {
  return (
    <Money
      amount={value}
      currency={isUnitHidden ? null : currencyOf(measure)}
      decimals={roundingOf(measure, decimals)}
      isRounded
      tooltip={measure === 'number' ? undefined : formatExactMeasure(value, measure)}
    />
  );
}
