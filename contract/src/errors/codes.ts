import type { Label } from '../texts/label.ts';

/** Every error that the API returns: its status and its text for the user. */
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
    en: 'Enter the code from your authenticator app.',
    id: 'Masukkan kode dari aplikasi autentikator Anda.',
  },
  invalid_client: { status: 400, en: 'Unknown client.', id: 'Klien tidak dikenal.' },
  unsupported_grant_type: {
    status: 400,
    en: 'Unsupported grant type.',
    id: 'Jenis grant tidak didukung.',
  },
  unauthenticated: {
    status: 401,
    en: 'Your session has expired, please re-login..',
    id: 'Sesi Anda telah berakhir, silakan masuk kembali..',
  },
  forbidden: {
    status: 403,
    en: 'You don’t have access to do this.',
    id: 'Anda tidak memiliki akses untuk melakukan ini.',
  },
  password_change_required: {
    status: 403,
    en: 'Choose a new password first.',
    id: 'Pilih kata sandi baru terlebih dahulu.',
  },
  password_not_allowed: {
    status: 403,
    en: 'Your role group does not allow passwords. Use single sign-on or a passkey.',
    id: 'Grup peran Anda tidak mengizinkan kata sandi. Gunakan sistem masuk tunggal atau kunci sandi.',
  },
  second_factor_setup_required: {
    status: 403,
    en: 'Your role group requires two-factor sign-in. Reload the page to set it up.',
    id: 'Grup peran Anda mewajibkan verifikasi dua langkah. Muat ulang halaman untuk menyiapkannya.',
  },
  sign_in_rejected: {
    status: 403,
    en: 'This sign-in was rejected.',
    id: 'Proses masuk ini ditolak.',
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
    en: 'The current state of the record does not allow this.',
    id: 'Keadaan data saat ini tidak memungkinkan tindakan ini.',
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
    en: 'This is the last administrator. Add another one first.',
    id: 'Ini administrator terakhir. Tambahkan yang lain terlebih dahulu.',
  },
  settled: {
    status: 409,
    en: 'Only receipt number, payment type, seller and notes of a sale can be changed. Cancel it with a reason and sell again.',
    id: 'Hanya nomor kuitansi, jenis pembayaran, penjual, dan catatan penjualan yang dapat diubah. Batalkan dengan alasan lalu jual lagi.',
  },
  month_closed: {
    status: 409,
    en: '{month} is closed. Nothing dated in it can be added or changed. To cancel a sale, reverse it.',
    id: '{month} sudah ditutup. Data bertanggal di bulan itu tidak dapat ditambah atau diubah. Untuk membatalkan penjualan, lakukan pembalikan.',
  },
  approval_needed: {
    status: 409,
    en: 'Above your limit. Approval needed.',
    id: 'Melebihi batas Anda. Perlu persetujuan.',
  },
  confirmation_needed: {
    status: 409,
    en: 'Unusual value. To confirm, send it again without `Prefer: handling=strict`.',
    id: 'Nilai tidak lazim. Untuk mengonfirmasi, kirim lagi tanpa `Prefer: handling=strict`.',
  },
  already_decided: {
    status: 409,
    en: 'Already decided, or expired.',
    id: 'Sudah diputuskan, atau sudah kedaluwarsa.',
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
    en: 'The member is inactive. This voucher cannot be redeemed.',
    id: 'Anggota nonaktif. Voucher ini tidak dapat ditukar.',
  },
  card_inactive: {
    status: 409,
    en: 'Card {card} is inactive. This voucher cannot be redeemed.',
    id: 'Kartu {card} nonaktif. Voucher ini tidak dapat ditukar.',
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
    en: 'This voucher can be redeemed from {day}.',
    id: 'Voucher ini dapat ditukar mulai {day}.',
  },
  expired: {
    status: 409,
    en: 'This voucher was valid until {day}.',
    id: 'Voucher ini berlaku hingga {day}.',
  },
  card_replaced: {
    status: 409,
    en: 'This card was replaced on {day}. The new one ends in {digits}.',
    id: 'Kartu ini diganti pada {day}. Nomor yang baru berakhir dengan {digits}.',
  },
  voucher_reissued: {
    status: 409,
    en: 'This voucher was reissued on {day}. The new number ends in {digits}.',
    id: 'Voucher ini diterbitkan ulang pada {day}. Nomor yang baru berakhir dengan {digits}.',
  },
  too_large: { status: 413, en: 'This is too large.', id: 'Ini terlalu besar.' },
  unsupported_media_type: {
    status: 415,
    en: 'Unsupported content type.',
    id: 'Jenis konten tidak didukung.',
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
    en: 'The database is unavailable. Try again in a moment.',
    id: 'Basis data sedang tidak tersedia. Coba lagi sebentar lagi.',
  },
} as const satisfies Record<string, Label & { status: number }>;

export type ErrorCode = keyof typeof errors;

/** The only shape of an error response. */
export interface ErrorBody {
  readonly error: ErrorCode;
  readonly message: string;
  /** The first 20 field errors. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
  /** Number of further errors, if not all are listed. */
  readonly more_errors?: number;
  readonly request_id: string;
  /** The current record, with `stale_record`. */
  readonly current?: unknown;
}
