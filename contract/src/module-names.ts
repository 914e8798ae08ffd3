import type { Label } from './label.ts';
import { resources } from './resources.ts';

/** Modules and groups of them that every database begins with, and that are no resource: in Indonesian by their names. */
const OTHERS: Readonly<Record<string, string>> = {
  Company: 'Perusahaan',
  Dashboard: 'Dasbor',
  Search: 'Pencarian',
  Finance: 'Keuangan',
  'Month close': 'Tutup bulan',
  'Overview report': 'Laporan ikhtisar',
  'Benefit report': 'Laporan manfaat',
  'Member report': 'Laporan anggota',
  'Redemption report': 'Laporan penukaran',
  'Sales report': 'Laporan penjualan',
  'Visit report': 'Laporan kunjungan',
  'Takings report': 'Laporan penerimaan',
  'Report set-up': 'Pengaturan laporan',
  System: 'Sistem',
  'Region and region users': 'Wilayah dan penggunanya',
  Others: 'Lainnya',
  Audit: 'Audit',
};
const LABELS = new Map<string, Label>([
  ...Object.entries(OTHERS).map(([en, id]) => [en, { en, id }] as const),
  ...Object.values(resources).map(({ label }) => [label.en, label] as const),
]);

/** A module, or a group of them, in both languages; undefined where staff have named it themselves. */
export const moduleLabel = (name: string): Label | undefined => LABELS.get(name);
