/** A mail's text in one language: subject and three body parts. The body is rich text. */
interface MailText {
  readonly header: string;
  readonly greeting: string;
  readonly body: string;
  readonly closing: string;
}

export interface ReservedMail {
  /** Code of the mail type. */
  readonly type: string;
  readonly name: string;
  readonly description: string;
  readonly en: MailText;
  readonly id: MailText;
}

const MEMBER_GREETING = {
  en: 'Dear {{ member.first_name }} {{ member.last_name }},',
  id: 'Yth. {{ member.first_name }} {{ member.last_name }},',
};
const HOTEL_SIGNATURE = {
  en: 'Kind regards,\n\n{{ hotel.greeting_name }}\n{{ hotel.greeting_position }}\n{{ hotel.name }}',
  id: 'Salam hangat,\n\n{{ hotel.greeting_name }}\n{{ hotel.greeting_position }}\n{{ hotel.name }}',
};
const USER_GREETING = { en: 'Hello {{ user.name }},', id: 'Halo {{ user.name }},' };
const NO_REPLY_NOTE = {
  en: 'This is an automated message. Please do not reply.',
  id: 'Ini pesan otomatis. Mohon tidak membalas.',
};

const LINK = '<p><a target="_blank" rel="noopener noreferrer nofollow" href="{{ link.url }}">{{ link.url }}</a></p>';

interface LocalizedText {
  readonly en: string;
  readonly id: string;
}

const createMemberMail = (header: LocalizedText, body: LocalizedText): Pick<ReservedMail, 'en' | 'id'> => ({
  en: { header: header.en, greeting: MEMBER_GREETING.en, body: body.en, closing: HOTEL_SIGNATURE.en },
  id: { header: header.id, greeting: MEMBER_GREETING.id, body: body.id, closing: HOTEL_SIGNATURE.id },
});
const createUserMail = (header: LocalizedText, body: LocalizedText): Pick<ReservedMail, 'en' | 'id'> => ({
  en: { header: header.en, greeting: USER_GREETING.en, body: body.en, closing: NO_REPLY_NOTE.en },
  id: { header: header.id, greeting: USER_GREETING.id, body: body.id, closing: NO_REPLY_NOTE.id },
});
/** Mail templates of every database. Staff may change every word and add their own templates. */
export const RESERVED_MAILS: readonly ReservedMail[] = [
  {
    type: 'welcome',
    name: 'Welcome',
    description: 'Sent with a new membership.',
    ...createMemberMail(
      { en: 'Welcome to {{ card.membership }}', id: 'Selamat datang di {{ card.membership }}' },
      {
        en: '<p>Thank you for joining us. Your membership <strong>{{ card.membership }}</strong> has begun.</p><p>Your card number is <strong>{{ card.sbec_no }}</strong>. It is valid from {{ card.start_date }} to {{ card.end_date }}, and {{ vouchers.count }} vouchers come with it. Show your card whenever you visit one of our hotels.</p>',
        id: '<p>Terima kasih telah bergabung. Keanggotaan <strong>{{ card.membership }}</strong> Anda telah dimulai.</p><p>Nomor kartu Anda <strong>{{ card.sbec_no }}</strong>, berlaku dari {{ card.start_date }} hingga {{ card.end_date }}, dengan {{ vouchers.count }} voucher di dalamnya. Tunjukkan kartu Anda setiap kali berkunjung ke hotel kami.</p>',
      },
    ),
  },
  {
    type: 'renewal',
    name: 'Renewal',
    description: 'Sent after a renewal.',
    ...createMemberMail(
      { en: 'Your membership is renewed', id: 'Keanggotaan Anda telah diperpanjang' },
      {
        en: '<p>Thank you for staying with us. Your membership <strong>{{ card.membership }}</strong> is renewed until {{ card.end_date }}.</p><p>Your card number is <strong>{{ card.sbec_no }}</strong>, and {{ vouchers.count }} new vouchers are waiting for you.</p>',
        id: '<p>Terima kasih atas kesetiaan Anda. Keanggotaan <strong>{{ card.membership }}</strong> Anda diperpanjang hingga {{ card.end_date }}.</p><p>Nomor kartu Anda <strong>{{ card.sbec_no }}</strong>, dan {{ vouchers.count }} voucher baru menanti Anda.</p>',
      },
    ),
  },
  {
    type: 'upgrade',
    name: 'Upgrade',
    description: 'Sent when visits upgrade a member.',
    ...createMemberMail(
      { en: 'You are now {{ card.membership }}', id: 'Kini Anda {{ card.membership }}' },
      {
        en: '<p>Your visits have taken you from {{ upgrade.from }} to <strong>{{ card.membership }}</strong>.</p><p>Your new card number is <strong>{{ card.sbec_no }}</strong>, valid until {{ card.end_date }}. It comes with {{ vouchers.count }} vouchers; your current vouchers remain valid.</p>',
        id: '<p>Berkat kunjungan Anda, keanggotaan Anda naik dari {{ upgrade.from }} menjadi <strong>{{ card.membership }}</strong>.</p><p>Nomor kartu baru Anda <strong>{{ card.sbec_no }}</strong>, berlaku hingga {{ card.end_date }}, dengan {{ vouchers.count }} voucher. Voucher Anda yang lama tetap berlaku.</p>',
      },
    ),
  },
  {
    type: 'expiry-reminder',
    name: 'Expiry reminder',
    description: 'Sent before a card ends.',
    ...createMemberMail(
      { en: 'Your membership ends on {{ card.end_date }}', id: 'Keanggotaan Anda berakhir pada {{ card.end_date }}' },
      {
        en: '<p>Your membership <strong>{{ card.membership }}</strong> ends in {{ card.days_left }} days, on {{ card.end_date }}.</p><p>Visits still needed to keep it: {{ visits.needed }}. We would be glad to renew it for you: call {{ hotel.phone_no }} or write to {{ hotel.email }}.</p>',
        id: '<p>Keanggotaan <strong>{{ card.membership }}</strong> Anda berakhir dalam {{ card.days_left }} hari, pada {{ card.end_date }}.</p><p>Kunjungan yang masih diperlukan untuk mempertahankannya: {{ visits.needed }}. Kami siap membantu memperpanjangnya: hubungi {{ hotel.phone_no }} atau tulis ke {{ hotel.email }}.</p>',
      },
    ),
  },
  {
    type: 'birthday',
    name: 'Birthday',
    description: 'Sent on the birthday of a member.',
    ...createMemberMail(
      { en: 'Happy birthday, {{ member.first_name }}', id: 'Selamat ulang tahun, {{ member.first_name }}' },
      {
        en: '<p>All of us at {{ hotel.name }} wish you a happy birthday and a good year.</p><p>We hope to celebrate with you soon.</p>',
        id: '<p>Kami semua di {{ hotel.name }} mengucapkan selamat ulang tahun. Semoga tahun ini penuh kebahagiaan.</p><p>Kami menantikan kesempatan merayakannya bersama Anda.</p>',
      },
    ),
  },
  {
    type: 'voucher-redeemed',
    name: 'Voucher redeemed',
    description: 'Sent after a redemption.',
    ...createMemberMail(
      {
        en: 'Redeemed: {{ voucher.name }}',
        id: 'Telah ditukar: {{ voucher.name }}',
      },
      {
        en: '<p>Redeemed at {{ redemption.hotel }} on {{ redemption.redeem_date }}:</p><p><strong>{{ voucher.name }}</strong> ({{ voucher.voucher_no }})</p><p>Number of the redemption: {{ redemption.redeem_no }}. If it was not you, please call {{ hotel.phone_no }}.</p>',
        id: '<p>Ditukar di {{ redemption.hotel }} pada {{ redemption.redeem_date }}:</p><p><strong>{{ voucher.name }}</strong> ({{ voucher.voucher_no }})</p><p>Nomor penukaran: {{ redemption.redeem_no }}. Jika bukan Anda yang menukarnya, mohon hubungi {{ hotel.phone_no }}.</p>',
      },
    ),
  },
  {
    type: 'visit-thank-you',
    name: 'Thank you for a visit',
    description: 'Sent after a visit is posted.',
    ...createMemberMail(
      { en: 'Thank you for your visit', id: 'Terima kasih atas kunjungan Anda' },
      {
        en: '<p>Thank you for your visit to {{ visit.hotel }} on {{ visit.visit_date }}. It counts towards your membership.</p><p>Visit {{ visit.visit_no }}: {{ visit.grand_total }}.</p>',
        id: '<p>Terima kasih atas kunjungan Anda ke {{ visit.hotel }} pada {{ visit.visit_date }}. Kunjungan ini diperhitungkan dalam keanggotaan Anda.</p><p>Kunjungan {{ visit.visit_no }}: {{ visit.grand_total }}.</p>',
      },
    ),
  },
  {
    type: 'receipt',
    name: 'Receipt',
    description: 'Receipt of a sale as PDF, sent on request.',
    ...createMemberMail(
      {
        en: 'Your receipt {{ receipt.receipt_no }}',
        id: 'Kuitansi Anda {{ receipt.receipt_no }}',
      },
      {
        en: '<p>Your receipt {{ receipt.receipt_no }} of {{ receipt.hotel }} is attached: {{ receipt.grand_total }}, transaction {{ receipt.transaction_no }}.</p>',
        id: '<p>Bersama email ini kami kirimkan kuitansi {{ receipt.receipt_no }} dari {{ receipt.hotel }}: {{ receipt.grand_total }}, transaksi {{ receipt.transaction_no }}.</p>',
      },
    ),
  },
  {
    type: 'password-reset',
    name: 'Password reset',
    description: 'Sent when a new password is requested.',
    ...createUserMail(
      { en: 'Choose a new password', id: 'Pilih kata sandi baru' },
      {
        en: `<p>Someone requested a new password for your Innkeeper account. To set it, open this link within {{ link.minutes }} minutes. It works once:</p>${LINK}<p>If this was not you, ignore this email. Nothing has changed.</p>`,
        id: `<p>Seseorang meminta kata sandi baru untuk akun Innkeeper Anda. Untuk mengaturnya, buka tautan ini dalam {{ link.minutes }} menit. Tautan hanya berlaku satu kali:</p>${LINK}<p>Jika bukan Anda yang meminta, abaikan email ini. Tidak ada yang berubah.</p>`,
      },
    ),
  },
  {
    type: 'new-device',
    name: 'New device',
    description: 'Sent when a user signs in on a new device.',
    ...createUserMail(
      { en: 'Sign-in on a new device', id: 'Masuk dari perangkat baru' },
      {
        en: `<p>Someone signed in to your Innkeeper account with your password, on a new device or from a new address:</p><p>{{ device.name }}<br />{{ device.ip }}<br />{{ device.signed_in_at }}</p><p>If this was you, you can ignore this email. If not, set a new password immediately, which signs out all other devices, and tell your administrator. Your profile lists the devices that use your account:</p>${LINK}`,
        id: `<p>Seseorang masuk ke akun Innkeeper Anda dengan kata sandi Anda, dari perangkat atau alamat baru:</p><p>{{ device.name }}<br />{{ device.ip }}<br />{{ device.signed_in_at }}</p><p>Jika itu Anda, abaikan email ini. Jika bukan, segera atur kata sandi baru, yang akan mengeluarkan semua perangkat lain, dan beri tahu administrator Anda. Profil Anda mencantumkan perangkat yang memakai akun Anda:</p>${LINK}`,
      },
    ),
  },
  {
    type: 'access-requested',
    name: 'Access requested',
    description: 'Sent to a person who requests access.',
    ...createUserMail(
      { en: 'Your access request', id: 'Permintaan akses Anda' },
      {
        en: `<p>We have received your request for access to Innkeeper. An administrator will decide, and we email you when access is granted. You can sign in meanwhile, but there is nothing to see yet:</p>${LINK}<p>If this was not you, please tell your administrator.</p>`,
        id: `<p>Kami telah menerima permintaan akses Anda ke Innkeeper. Administrator akan memutuskan, dan kami akan mengirim email saat akses diberikan. Sementara itu Anda sudah dapat masuk, tetapi belum ada yang dapat dilihat:</p>${LINK}<p>Jika bukan Anda yang meminta, mohon beri tahu administrator Anda.</p>`,
      },
    ),
  },
  {
    type: 'access-granted',
    name: 'Access granted',
    description: 'Sent when a user gets access.',
    ...createUserMail(
      { en: 'Your access is ready', id: 'Akses Anda sudah siap' },
      {
        en: `<p>An administrator has given you access to Innkeeper. Sign in here:</p>${LINK}`,
        id: `<p>Administrator telah memberi Anda akses ke Innkeeper. Silakan masuk di sini:</p>${LINK}`,
      },
    ),
  },
];
