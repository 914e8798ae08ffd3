import type { Label } from './label.ts';

/** Every error the API answers: its status and its text for the user. */
export const errors = {
  bad_request: { status: 400, en: 'The request cannot be read.', id: 'Permintaan tidak dapat dibaca.' },
  invalid_request: { status: 400, en: 'The request cannot be read.', id: 'Permintaan tidak dapat dibaca.' },
  invalid_grant: {
    status: 400,
    en: 'Oops! Invalid Username or Password',
    id: 'Ups! Nama pengguna atau kata sandi salah',
  },
  two_factor_required: {
    status: 400,
    en: 'Enter the code of your authenticator app.',
    id: 'Masukkan kode dari aplikasi autentikator Anda.',
  },
  invalid_client: { status: 400, en: 'This client is not known.', id: 'Klien ini tidak dikenal.' },
  unsupported_grant_type: {
    status: 400,
    en: 'This grant type is not supported.',
    id: 'Jenis grant ini tidak didukung.',
  },
  unauthenticated: {
    status: 401,
    en: 'Your session has expired, please re-login..',
    id: 'Sesi Anda telah berakhir, silakan masuk kembali..',
  },
  forbidden: { status: 403, en: 'You are not allowed to do this.', id: 'Anda tidak diizinkan melakukan ini.' },
  password_change_required: {
    status: 403,
    en: 'Choose a new password first.',
    id: 'Pilih kata sandi baru terlebih dahulu.',
  },
  route_not_found: {
    status: 404,
    en: 'Api Route is missing or undefined',
    id: 'Rute API tidak ada atau tidak dikenal',
  },
  record_not_found: { status: 404, en: '{label} {id} was not found.', id: '{label} {id} tidak ditemukan.' },
  method_not_allowed: { status: 405, en: 'Method not Allowed', id: 'Metode tidak diizinkan' },
  conflict: {
    status: 409,
    en: 'This does not fit the current state of the record.',
    id: 'Ini tidak cocok dengan keadaan data saat ini.',
  },
  in_use: {
    status: 409,
    en: '{label} {name} is still in use by {users}.',
    id: '{label} {name} masih dipakai oleh {users}.',
  },
  stale_record: {
    status: 409,
    en: 'Someone else saved this record first.',
    id: 'Orang lain telah lebih dulu menyimpan data ini.',
  },
  last_administrator: {
    status: 409,
    en: 'This is the last administrator; make another one first.',
    id: 'Ini administrator terakhir; tunjuk yang lain terlebih dahulu.',
  },
  settled: {
    status: 409,
    en: 'A sale stands as it was made, but for its receipt number, payment type, seller and notes: cancel it with a reason and sell again.',
    id: 'Penjualan tetap seperti saat dibuat, kecuali nomor kuitansi, jenis pembayaran, penjual, dan catatan: batalkan dengan alasan lalu jual lagi.',
  },
  month_closed: {
    status: 409,
    en: 'The month is closed ({month}): nothing whose day lies in it can be written or changed. A sale of it is cancelled by a reversal.',
    id: 'Bulan ini sudah ditutup ({month}): tidak ada yang bertanggal di dalamnya dapat dicatat atau diubah. Penjualannya dibatalkan dengan pembalikan.',
  },
  approval_needed: {
    status: 409,
    en: 'This goes beyond your limit: somebody else has to approve it.',
    id: 'Ini melebihi batas Anda: perlu disetujui orang lain.',
  },
  confirmation_needed: {
    status: 409,
    en: 'This is unusual: send it again without `Prefer: handling=strict` if it is meant.',
    id: 'Ini tidak lazim: kirim lagi tanpa `Prefer: handling=strict` bila memang dimaksud.',
  },
  already_decided: {
    status: 409,
    en: 'This was decided already, or its time is over.',
    id: 'Ini sudah diputuskan, atau waktunya sudah lewat.',
  },
  already_redeemed: {
    status: 409,
    en: 'This voucher was redeemed on {day} at {hotel} by {staff} ({number}).',
    id: 'Voucher ini sudah ditukar pada {day} di {hotel} oleh {staff} ({number}).',
  },
  voucher_cancelled: {
    status: 409,
    en: 'This voucher was cancelled on {day} by {by}{why}.',
    id: 'Voucher ini dibatalkan pada {day} oleh {by}{why}.',
  },
  member_inactive: {
    status: 409,
    en: 'The member is not active, so this voucher cannot be redeemed.',
    id: 'Anggota tidak aktif, sehingga voucher ini tidak dapat ditukar.',
  },
  card_inactive: {
    status: 409,
    en: 'The card {card} is not active, so this voucher cannot be redeemed.',
    id: 'Kartu {card} tidak aktif, sehingga voucher ini tidak dapat ditukar.',
  },
  wrong_member: {
    status: 409,
    en: 'This voucher belongs to another member.',
    id: 'Voucher ini milik anggota lain.',
  },
  wrong_hotel: {
    status: 409,
    en: 'This voucher can be redeemed only at {hotel}.',
    id: 'Voucher ini hanya dapat ditukar di {hotel}.',
  },
  wrong_region: {
    status: 409,
    en: 'This voucher can be redeemed only in {region}.',
    id: 'Voucher ini hanya dapat ditukar di {region}.',
  },
  not_yet_valid: {
    status: 409,
    en: 'This voucher can be redeemed from {day} on.',
    id: 'Voucher ini dapat ditukar mulai {day}.',
  },
  expired: {
    status: 409,
    en: 'This voucher was good until {day}.',
    id: 'Voucher ini berlaku hingga {day}.',
  },
  card_replaced: {
    status: 409,
    en: 'This card was replaced on {day} and serves no more: the new one ends in {digits}.',
    id: 'Kartu ini diganti pada {day} dan tidak berlaku lagi: nomor yang baru berakhir dengan {digits}.',
  },
  voucher_reissued: {
    status: 409,
    en: 'This voucher was re-issued on {day} and serves no more: the new number ends in {digits}.',
    id: 'Voucher ini diterbitkan ulang pada {day} dan tidak berlaku lagi: nomor yang baru berakhir dengan {digits}.',
  },
  too_large: { status: 413, en: 'This is too large.', id: 'Ini terlalu besar.' },
  unsupported_media_type: {
    status: 415,
    en: 'This content type is not supported.',
    id: 'Jenis konten ini tidak didukung.',
  },
  validation_failed: {
    status: 422,
    en: 'Please correct the marked fields.',
    id: 'Mohon perbaiki isian yang ditandai.',
  },
  too_many_requests: {
    status: 429,
    en: 'Too Many Requests, please try again..',
    id: 'Terlalu banyak permintaan, silakan coba lagi..',
  },
  internal_error: { status: 500, en: 'Internal Server Error', id: 'Terjadi kesalahan pada server' },
  unavailable: {
    status: 503,
    en: 'The database is away for a moment, please try again.',
    id: 'Basis data sedang tidak tersedia, silakan coba lagi.',
  },
} as const satisfies Record<string, Label & { status: number }>;

export type ErrorCode = keyof typeof errors;

/** The one shape of an error answer. */
export interface ErrorBody {
  readonly error: ErrorCode;
  readonly message: string;
  /** The first 20 errors of fields. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** How many more there are, where not all are listed. */
  readonly more_errors?: number;
  readonly request_id: string;
  /** The record as it now stands, with `stale_record`. */
  readonly current?: unknown;
}
