import { choice, date, email, flag, instant, integer, option, phone, reference, secret, text, textarea } from '../field.ts';
import { defineResource } from '../resource.ts';

export const member = defineResource({
  key: 'member',
  label: { en: 'Member', id: 'Anggota' },
  labels: { en: 'Members', id: 'Anggota' },
  permission: 'MEMBER',
  path: '/company/member',
  icon: 'users',
  display: { name: ['first_name', 'last_name'] },
  fields: {
    membership_id: reference('membership', 'Membership', 'Keanggotaan', { required: true, width: 150 }),
    first_name: text('First name', 'Nama depan', { required: true, width: 150 }),
    last_name: text('Last name', 'Nama belakang', { width: 150 }),
    type_gender_id: option('type-gender', 'Gender', 'Jenis kelamin', { required: true, width: 120 }),
    birth_date: date('Birth date', 'Tanggal lahir', { neverInvented: true, width: 130 }),
    origin_country_id: reference('country', 'Origin country', 'Negara asal', { required: true, width: 150 }),
    hotel_id: reference('hotel', 'Hotel', 'Hotel', {
      required: true, width: 160, hint: { en: 'Serves this member now', id: 'Melayani anggota ini sekarang' },
    }),
    register_hotel_id: reference('hotel', 'Registered at', 'Terdaftar di', {
      width: 160, hint: { en: 'Where the member signed up; the serving hotel when empty', id: 'Tempat mendaftar; hotel yang melayani bila dikosongkan' },
    }),
    is_active: flag('Active', 'Aktif', { required: true, initial: 1, width: 90 }),
    email: email('Email', 'Surel', { required: true, width: 240, section: { en: 'Contact', id: 'Kontak' } }),
    phone_no: phone('Phone', 'Telepon', { required: true, width: 150 }),
    home_address: textarea('Home address', 'Alamat rumah', { max: 1000, width: 260 }),
    business_address: textarea('Business address', 'Alamat kantor', { max: 1000, width: 260 }),
    type_identity_id: option('type-identity', 'Identity type', 'Jenis identitas', { width: 130, section: { en: 'Identity', id: 'Identitas' } }),
    identity_no: text('Identity number', 'Nomor identitas', { max: 80, width: 170 }),
    password: secret('Password', 'Kata sandi', {
      hint: { en: 'min 12 characters', id: 'minimal 12 karakter' },
    }),
    email_verified_at: instant('Email verified at', 'Surel diverifikasi pada', { neverInvented: true, width: 180 }),
    member_date: date('Member since', 'Anggota sejak', { computed: true, width: 130 }),
    renew_date: date('Renewed', 'Diperpanjang', { computed: true, width: 130 }),
    valid_until_date: date('Valid until', 'Berlaku hingga', { computed: true, width: 130 }),
    standing: choice('Standing', 'Status', {
      computed: true, derived: true, default: 'none', width: 130,
      choices: [
        { value: 'none', label: { en: 'No card', id: 'Tanpa kartu' }, tone: 'neutral' },
        { value: 'active', label: { en: 'Active', id: 'Aktif' }, tone: 'success' },
        { value: 'maintained', label: { en: 'Maintained', id: 'Bertahan' }, tone: 'success' },
        { value: 'not_maintained', label: { en: 'Not maintained', id: 'Tidak bertahan' }, tone: 'warning' },
        { value: 'lapsed', label: { en: 'Lapsed', id: 'Kedaluwarsa' }, tone: 'danger' },
      ],
    }),
    marketing_name: text('Marketing name', 'Nama pemasaran', { width: 160, section: { en: 'Programme', id: 'Program' } }),
    visit_type_id: option('visit-type', 'Visit type', 'Jenis kunjungan', { width: 130 }),
    comp_visits_period: integer('Complimentary visits', 'Kunjungan komplimen', {
      min: 0, width: 150, hint: { en: 'Credited for the current period', id: 'Dikreditkan untuk periode berjalan' },
    }),
    hobby: text('Hobby', 'Hobi', { width: 160, section: { en: 'Preferences', id: 'Preferensi' } }),
    dining_preference: text('Dining preference', 'Preferensi makan', { width: 180 }),
    remark: textarea('Remark', 'Catatan', { width: 240 }),
    membership_notification: flag('Membership mails', 'Surel keanggotaan', {
      default: 1, width: 140, section: { en: 'Notifications', id: 'Pemberitahuan' },
    }),
    birthday_notification: flag('Birthday mails', 'Surel ulang tahun', { default: 1, width: 140 }),
    all_notification: flag('All mails', 'Semua surel', { default: 1, width: 110 }),
  },
  list: [
    'id', 'first_name', 'last_name', 'membership.name', 'standing', 'email', 'phone_no', 'hotel.code', 'register_hotel.code',
    'member_date', 'renew_date', 'valid_until_date', { column: 'birth_date', hidden: true }, { column: 'type_gender.name', hidden: true },
    { column: 'origin_country.name', hidden: true }, { column: 'identity_no', hidden: true }, { column: 'marketing_name', hidden: true },
    'is_active',
  ],
  order: '-id',
  scope: { hotel: ['hotel_id', 'register_hotel_id'] },
  unique: [{ fields: ['email'], ignoreCase: true }],
});
