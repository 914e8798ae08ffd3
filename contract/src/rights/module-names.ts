import type { Label } from '../texts/label.ts';
import { resources } from '../resources/by-key.ts';

/** Indonesian names, by English name, of the initial modules and module groups that are not resources. */
const OTHER_MODULES: Readonly<Record<string, string>> = {
  Company: 'Perusahaan',
  Dashboard: 'Dasbor',
  Search: 'Pencarian',
  Finance: 'Keuangan',
  'Month close': 'Tutup buku bulanan',
  'Overview report': 'Laporan ikhtisar',
  'Benefit report': 'Laporan manfaat',
  'Member report': 'Laporan anggota',
  'Redemption report': 'Laporan penukaran',
  'Sales report': 'Laporan penjualan',
  'Visit report': 'Laporan kunjungan',
  'Takings report': 'Laporan penerimaan',
  'Report setup': 'Pengaturan laporan',
  System: 'Sistem',
  'Region and region users': 'Wilayah dan penggunanya',
  Others: 'Lainnya',
  Audit: 'Audit',
};
const LABEL_BY_NAME = new Map<string, Label>([
  ...Object.entries(OTHER_MODULES).map(([en, id]) => [en, { en, id }] as const),
  ...Object.values(resources).map(({ label }) => [label.en, label] as const),
]);

/** A module or module group in both languages; undefined if staff named it. */
export const findModuleLabel = (name: string): Label | undefined => LABEL_BY_NAME.get(name);
