/** SQL: whether a redemption of the voucher stands. `id` is that of the voucher, in SQL. */
export const isRedeemed = (id: string): string =>
  `exists (select from voucher_redeem r where r.member_voucher_id = ${id} and r.deleted_at is null)`;

/** Why a voucher, or the card that it came with, stays. */
export const wasRedeemed = (voucher: string, redemption: string) => ({
  en: `${voucher} was redeemed (${redemption}): void that redemption first.`,
  id: `${voucher} sudah ditukar (${redemption}): batalkan penukaran itu terlebih dahulu.`,
});
