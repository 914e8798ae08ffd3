import { type UnfinishedSale, readUnfinishedSales, unfinishedSalesKey } from '../../domain/unfinished-sales.ts';
import { isObject } from '../../ui/is-object.ts';
import { writeStored } from '../../ui/stored-json.ts';
import type { FormValue, FormValues } from '../../engine/form/form-values.ts';
import { type Sale, stepsOf } from './sale.ts';

/** A sale that was started but neither completed nor discarded. */
export interface SaleDraft {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The name of the guest, if known. */
  readonly name: string;
  readonly sale: Sale;
}

type DraftStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Maximum number of drafts per user; more are usually started by mistake. The oldest are removed. */
const MAX_DRAFTS = 5;

/** The unfinished sales that this user started on this device, newest first. Damaged and expired drafts are omitted. */
export const readSaleDrafts = (storage: DraftStorage, user: number, now: number): readonly SaleDraft[] =>
  readUnfinishedSales(storage, user, now).filter(isDraft);

/** Saves a draft, replacing an earlier one of the same sale. Without storage, drafts are not saved. */
export function saveSaleDraft(storage: DraftStorage, user: number, draft: SaleDraft): void {
  const otherDrafts = readSaleDrafts(storage, user, draft.at).filter(({ sale }) => sale.key !== draft.sale.key);
  writeDrafts(storage, user, [draft, ...otherDrafts].slice(0, MAX_DRAFTS));
}

export function deleteSaleDraft(storage: DraftStorage, user: number, key: string): void {
  writeDrafts(
    storage,
    user,
    readSaleDrafts(storage, user, 0).filter(({ sale }) => sale.key !== key),
  );
}

const writeDrafts = (storage: DraftStorage, user: number, drafts: readonly SaleDraft[]): boolean =>
  writeStored(storage, unfinishedSalesKey(user), drafts.length > 0 ? drafts : null);

const isId = (value: unknown): boolean => value === null || Number.isSafeInteger(value);
const isValue = (value: unknown): value is FormValue =>
  value === null || typeof value === 'string' || typeof value === 'number';
const isValues = (value: unknown): value is FormValues => isObject(value) && Object.values(value).every(isValue);

const isDraft = (value: UnfinishedSale): value is UnfinishedSale & SaleDraft => isSale(value.sale);

const isElsewhere = (value: unknown): boolean =>
  isObject(value) && typeof value['name'] === 'string' && typeof value['hotel'] === 'string';

function isSale(value: unknown): value is Sale {
  if (!isObject(value) || typeof value['isFree'] !== 'boolean') return false;
  const { isFree, type, step, guest, elsewhere = null, person, hotelId, membershipId, payment, sent } = value;
  return (
    isId(type) &&
    stepsOf({ isFree }).some((name) => name === step) &&
    (guest === 'new' || isId(guest)) &&
    (elsewhere === null || isElsewhere(elsewhere)) &&
    [hotelId, membershipId].every(isId) &&
    [person, payment].every(isValues) &&
    (sent === null || isObject(sent))
  );
}
