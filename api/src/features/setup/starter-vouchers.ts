import { VOUCHER_SETS, type VoucherSetKey, resources } from '@innkeeper/contract';
import type { VoucherSet } from '@innkeeper/contract/calls';
import { DEMO_PICTURES, readDemoDrawing, readDemoPicture } from '@innkeeper/demo/pictures';
import { VOUCHER_KINDS } from '@innkeeper/demo/voucher-kinds';
import { sql } from 'kysely';
import { recordNotFoundError } from '../../engine/resources/record.ts';
import type { Write } from '../../engine/resources/write-services.ts';
import { createRecord } from '../../engine/resources/write.ts';
import type { Files } from '../../platform/files/storage.ts';

/** A voucher to start from: its kind, its share of the membership's price in percent, and the number in its name. */
interface StarterVoucher {
  readonly kind: keyof typeof VOUCHER_KINDS;
  readonly share: number;
  readonly quantity?: number;
  readonly n?: number;
}

const STARTER_VOUCHERS: Readonly<Record<VoucherSetKey, readonly StarterVoucher[]>> = {
  common: [
    { kind: 'drink', share: 5, quantity: 2 },
    { kind: 'breakfast', share: 15 },
    { kind: 'meal', share: 15, quantity: 2 },
    { kind: 'dinner', share: 10, n: 20 },
    { kind: 'cake', share: 15 },
    { kind: 'weekdayNight', share: 50 },
    { kind: 'rate', share: 15, n: 15 },
    { kind: 'massage', share: 20, n: 60 },
  ],
  dining: [
    { kind: 'drink', share: 5, quantity: 2 },
    { kind: 'tea', share: 10 },
    { kind: 'brunch', share: 15 },
    { kind: 'meal', share: 15, quantity: 2 },
    { kind: 'dinner', share: 10, n: 20 },
    { kind: 'birthdayDinner', share: 30 },
  ],
  stay: [
    { kind: 'weekdayNight', share: 50 },
    { kind: 'rate', share: 15, n: 15 },
    { kind: 'upgrade', share: 15, quantity: 2 },
    { kind: 'late', share: 10, n: 18 },
    { kind: 'breakfast', share: 15 },
    { kind: 'transfer', share: 15 },
  ],
  spa: [
    { kind: 'massage', share: 20, n: 60, quantity: 2 },
    { kind: 'pool', share: 10, quantity: 4 },
    { kind: 'tea', share: 10 },
    { kind: 'rate', share: 15, n: 15 },
  ],
  family: [
    { kind: 'breakfast', share: 15, quantity: 2 },
    { kind: 'pool', share: 10, quantity: 4 },
    { kind: 'brunch', share: 15 },
    { kind: 'cake', share: 15, quantity: 2 },
    { kind: 'coffee', share: 5, quantity: 2 },
    { kind: 'rate', share: 15, n: 15 },
  ],
};

const withNumber = (text: string, { n }: StarterVoucher): string => text.replace('{n}', String(n));

/** The sets with their vouchers, to choose from. */
export const readVoucherSets = (): Promise<VoucherSet[]> =>
  Promise.all(
    VOUCHER_SETS.map(async ({ value: set }) => ({
      set,
      vouchers: await Promise.all(
        STARTER_VOUCHERS[set].map(async (voucher) => {
          const { name, name_id, picture } = VOUCHER_KINDS[voucher.kind];
          const drawing = Buffer.from(await readDemoDrawing(picture)).toString('base64');
          return {
            name: withNumber(name, voucher),
            name_id: withNumber(name_id, voucher),
            quantity: voucher.quantity ?? 1,
            picture: `data:image/svg+xml;base64,${drawing}`,
          };
        }),
      ),
    })),
  );

/**
 * Creates the vouchers of a set for a membership, with pictures. Returns their number; throws a 404 without the
 * membership.
 */
export async function createStarterVouchers(
  write: Write,
  files: Files,
  { membershipId, set }: { readonly membershipId: number; readonly set: VoucherSetKey },
): Promise<number> {
  const vouchers = STARTER_VOUCHERS[set];
  const { rows: types } = await sql<{ id: number; code: string }>`
    select d.id, d.code from option_detail d join option o on o.id = d.option_id and o.slug = 'type-voucher'
    where d.deleted_at is null`.execute(write.context.tx);
  const typeIds = new Map(types.map(({ id, code }) => [code, id]));
  const nominals = await readNominals(write, membershipId, vouchers);
  for (const [i, voucher] of vouchers.entries()) {
    const { kind, quantity = 1 } = voucher;
    const { type, picture, name, name_id, description, description_id, terms, terms_id } = VOUCHER_KINDS[kind];
    // Stored before the row that references it; a picture of a rejected write is swept up later.
    const file_url = await files.storePicture(
      await readDemoPicture(DEMO_PICTURES[picture]),
      { side: 640, isCropped: false },
      'file_url',
    );
    await createRecord(write, {
      isForm: false,
      values: {
        type_voucher_id: typeIds.get(type),
        membership_id: membershipId,
        name: withNumber(name, voucher),
        name_id: withNumber(name_id, voucher),
        description,
        description_id,
        terms_condition: terms,
        terms_condition_id: terms_id,
        nominal: nominals[i],
        quantity,
        sort_no: i + 1,
        is_restricted: 0,
        is_active: 1,
      },
      files: {},
      storedFiles: { file_url },
    });
  }
  return vouchers.length;
}

/** The nominal of each starter voucher: its share of the price, its second digit rounded to 0 or 5: 250,000, not 247,500. */
async function readNominals(
  { context }: Write,
  membershipId: number,
  vouchers: readonly StarterVoucher[],
): Promise<readonly string[]> {
  const shares = vouchers.map(({ share }) => share);
  const { rows } = await sql<{ nominal: string }>`
    select round(round(amount / step) * step)::text as nominal
    from membership m, unnest(${shares}::int[]) with ordinality s (share, n)
    cross join lateral (select m.price * s.share / 100 as amount) a
    cross join lateral (select greatest(1, 5 * power(10::numeric, floor(log(greatest(amount, 10))) - 1)) as step) b
    where m.id = ${membershipId} and m.deleted_at is null order by s.n`.execute(context.tx);
  if (rows.length === 0) throw recordNotFoundError(resources.membership, membershipId);
  return rows.map(({ nominal }) => nominal);
}
