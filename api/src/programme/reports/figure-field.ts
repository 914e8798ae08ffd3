import type { CatalogueColumn, Field } from '@innkeeper/contract';

/** A column of the catalogue that is a sum, as a field: amounts in US dollars are decimals, those in local currency money. */
export const figureField = ({ kind, label }: CatalogueColumn): Field =>
  kind === 'decimal' ? { kind, label, scale: 2 } : { kind: kind === 'money' ? kind : 'integer', label };
