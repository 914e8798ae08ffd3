import { LANGUAGES, type Label, type Language } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { LINK_MINUTES, createResetLink } from './reset-link.ts';
import type { Config } from '../platform/config.ts';
import type { AccountMailName, Mail, MailOrder } from '../platform/mail/outbox.ts';

export interface AccountMailContext {
  readonly db: Db['kysely'] | Tx;
  readonly config: Pick<Config, 'publicUrl' | 'mail'>;
  readonly now: Date;
}

interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly language: string | null;
  /** Whether an administrator has assigned a role group, and so has seen the name. */
  readonly has_access: boolean;
}

interface AccountMail {
  /** Code of its mail type, if any. */
  readonly mailType?: string;
  readonly subject: Label;
  /** URL of the page that the mail links to. */
  readonly link: (context: AccountMailContext, person: Person) => string | Promise<string>;
  readonly text: (link: string) => Label;
}

const signIn: AccountMail['link'] = ({ config }) => `${config.publicUrl}/login`;

const accountMails: Readonly<Record<AccountMailName, AccountMail>> = {
  password_reset: {
    mailType: 'password-reset',
    subject: { en: 'Choose a new password', id: 'Pilih kata sandi baru' },
    link: createResetLink,
    text: (link) => ({
      en: `Someone requested a new password for your Innkeeper account. To set it, open this link within ${LINK_MINUTES} minutes. It works once:\n\n${link}\n\nIf this was not you, ignore this email. Nothing has changed.\n`,
      id: `Seseorang meminta kata sandi baru untuk akun Innkeeper Anda. Untuk mengaturnya, buka tautan ini dalam ${LINK_MINUTES} menit. Tautan hanya berlaku satu kali:\n\n${link}\n\nJika bukan Anda yang meminta, abaikan email ini. Tidak ada yang berubah.\n`,
    }),
  },
  access_requested: {
    subject: { en: 'Your access request', id: 'Permintaan akses Anda' },
    link: signIn,
    text: (link) => ({
      en: `We have received your request for access to Innkeeper. An administrator will decide, and we email you when access is granted. You can sign in meanwhile, but there is nothing to see yet:\n\n${link}\n\nIf this was not you, please tell your administrator.\n`,
      id: `Kami telah menerima permintaan akses Anda ke Innkeeper. Administrator akan memutuskan, dan kami akan mengirim email saat akses diberikan. Sementara itu Anda sudah dapat masuk, tetapi belum ada yang dapat dilihat:\n\n${link}\n\nJika bukan Anda yang meminta, mohon beri tahu administrator Anda.\n`,
    }),
  },
  address_known: {
    subject: { en: 'You already have an account', id: 'Anda sudah memiliki akun' },
    link: signIn,
    text: (link) => ({
      en: `Someone requested access to Innkeeper with this address, which already has an account. Sign in here, or choose "Forgot Password?" there:\n\n${link}\n\nIf this was not you, ignore this email. Nothing has changed.\n`,
      id: `Seseorang meminta akses ke Innkeeper dengan alamat ini, padahal alamat ini sudah memiliki akun. Silakan masuk di sini, atau pilih "Lupa kata sandi?" di sana:\n\n${link}\n\nJika bukan Anda yang meminta, abaikan email ini. Tidak ada yang berubah.\n`,
    }),
  },
  new_device: {
    mailType: 'new-device',
    subject: { en: 'Sign-in on a new device', id: 'Masuk dari perangkat baru' },
    link: ({ config }) => `${config.publicUrl}/pages/profile`,
    text: (link) => ({
      en: `Someone signed in to your Innkeeper account with your password, on a new device or from a new address.\n\nIf this was you, you can ignore this email. If not, set a new password immediately, which signs out all other devices, and tell your administrator. Your profile lists the devices that use your account:\n\n${link}\n`,
      id: `Seseorang masuk ke akun Innkeeper Anda dengan kata sandi Anda, dari perangkat atau alamat baru.\n\nJika itu Anda, abaikan email ini. Jika bukan, segera atur kata sandi baru, yang akan mengeluarkan semua perangkat lain, dan beri tahu administrator Anda. Profil Anda mencantumkan perangkat yang memakai akun Anda:\n\n${link}\n`,
    }),
  },
  two_factor_on: {
    subject: { en: 'Two-factor sign-in is on', id: 'Verifikasi dua langkah aktif' },
    link: signIn,
    text: (link) => ({
      en: `Two-factor sign-in is now on for your Innkeeper account. You will need a code from your authenticator app to sign in:\n\n${link}\n\nIf this was not you, tell your administrator immediately.\n`,
      id: `Verifikasi dua langkah kini aktif untuk akun Innkeeper Anda. Anda memerlukan kode dari aplikasi autentikator untuk masuk:\n\n${link}\n\nJika bukan Anda yang melakukannya, segera beri tahu administrator Anda.\n`,
    }),
  },
  two_factor_off: {
    subject: { en: 'Two-factor sign-in is off', id: 'Verifikasi dua langkah nonaktif' },
    link: signIn,
    text: (link) => ({
      en: `Two-factor sign-in is now off for your Innkeeper account. You can sign in with your password alone:\n\n${link}\n\nIf you did not request this, set a new password and tell your administrator immediately.\n`,
      id: `Verifikasi dua langkah kini nonaktif untuk akun Innkeeper Anda. Anda dapat masuk dengan kata sandi saja:\n\n${link}\n\nJika Anda tidak memintanya, segera atur kata sandi baru dan beri tahu administrator Anda.\n`,
    }),
  },
  webhook_paused: {
    subject: { en: 'Webhook paused', id: 'Webhook dijeda' },
    link: ({ config }) => `${config.publicUrl}/system/webhook`,
    text: (link) => ({
      en: `One of your webhooks is paused: it was unreachable for 24 hours or reported that it no longer exists. Waiting messages are sent once you turn it on again; later events are not sent. See the webhook and its last response here:\n\n${link}\n`,
      id: `Salah satu webhook Anda dijeda: tidak dapat dihubungi selama 24 jam, atau menyatakan sudah tidak ada. Pesan yang menunggu dikirim setelah Anda mengaktifkannya lagi; peristiwa selama jeda tidak dikirim. Lihat webhook dan respons terakhirnya di sini:\n\n${link}\n`,
    }),
  },
  approval_requested: {
    subject: { en: 'Approval needed', id: 'Persetujuan diperlukan' },
    link: ({ config }) => `${config.publicUrl}/others/approval`,
    text: (link) => ({
      en: `A request needs approval, and you can decide it. See the details and the deadline here:\n\n${link}\n`,
      id: `Ada permintaan yang memerlukan persetujuan, dan Anda dapat memutuskannya. Lihat rincian dan batas waktunya di sini:\n\n${link}\n`,
    }),
  },
  approval_decided: {
    subject: { en: 'Your request was decided', id: 'Permintaan Anda telah diputuskan' },
    link: ({ config }) => `${config.publicUrl}/others/approval?state=all`,
    text: (link) => ({
      en: `A colleague has decided your request. See the result here:\n\n${link}\n`,
      id: `Seorang rekan telah memutuskan permintaan Anda. Lihat hasilnya di sini:\n\n${link}\n`,
    }),
  },
  access_granted: {
    subject: { en: 'Your access is ready', id: 'Akses Anda sudah siap' },
    link: signIn,
    text: (link) => ({
      en: `An administrator has given you access to Innkeeper. Sign in here:\n\n${link}\n`,
      id: `Administrator telah memberi Anda akses ke Innkeeper. Silakan masuk di sini:\n\n${link}\n`,
    }),
  },
};

export const isAccountMailName = (name: string): name is AccountMailName => Object.hasOwn(accountMails, name);

/**
 * Writes an account mail with the user's current data; undefined if the user does not exist or was deleted. `linkOf`
 * replaces the link in a preview.
 */
export async function renderAccountMail(
  context: AccountMailContext,
  order: MailOrder,
  linkOf: AccountMail['link'] = accountMails[order.letter].link,
): Promise<Mail | undefined> {
  const person = await findPerson(context.db, order);
  if (!person) return undefined;
  const { subject, text } = accountMails[order.letter];
  const language = languageOf(order, person);
  return {
    from: context.config.mail.from,
    to: person.email,
    subject: subject[language],
    text: `${greetingOf(person)[language]},\n\n${text(await linkOf(context, person))[language]}`,
  };
}

/** Letters and the marks used in names: nothing that a mail program turns into a link or phone number. */
const PLAIN_NAME = /^(?:[\p{L}\p{M}'’-]+(?:\.?,? |\.?$))+$/u;

/**
 * A stranger can have an account mail sent to any address and enter any name. So these mails have fixed texts, and
 * include only names of people approved by an administrator.
 */
const greetingOf = ({ name, has_access }: Person): Label => {
  const displayName = has_access && name.length <= 80 && PLAIN_NAME.test(name) ? ` ${name}` : '';
  return { en: `Hello${displayName}`, id: `Halo${displayName}` };
};

/** The parts of an account mail that are known before it is written. */
export interface Envelope {
  readonly to: string;
  readonly subject: string;
  readonly mailType: string | null;
}

/** The address and subject of an account mail; undefined if there is no user to write to. */
export async function addressAccountMail(
  db: AccountMailContext['db'],
  order: MailOrder,
): Promise<Envelope | undefined> {
  const person = await findPerson(db, order);
  if (!person) return undefined;
  const { subject, mailType = null } = accountMails[order.letter];
  return { to: person.email, subject: subject[languageOf(order, person)], mailType };
}

async function findPerson(db: AccountMailContext['db'], { userId }: MailOrder): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select u.id, u.name, u.email, p.settings ->> 'language' as language, u.role_group_id is not null as has_access
    from users u left join user_preference p on p.user_id = u.id
    where u.id = ${userId} and u.is_active and u.deleted_at is null`.execute(db);
  return rows[0];
}

const languageOf = (order: MailOrder, person: Person): Language =>
  order.language ?? LANGUAGES.find((known) => known === person.language) ?? 'en';
