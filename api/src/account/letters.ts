import { LANGUAGES, type Label, type Language } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { LINK_MINUTES, createResetLink } from './reset-link.ts';
import type { Config } from '../platform/config.ts';
import type { LetterName, Mail, MailOrder } from '../platform/mail/outbox.ts';

export interface LetterContext {
  readonly db: Db['kysely'] | Tx;
  readonly config: Pick<Config, 'publicUrl' | 'mail'>;
  readonly now: Date;
}

interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly language: string | null;
  /** Whether an administrator has given a role group, and so has seen the name. */
  readonly is_let_in: boolean;
}

interface Letter {
  /** Code of its mail type, where it has one. */
  readonly mailType?: string;
  readonly subject: Label;
  /** Address of the page that the letter leads to. */
  readonly link: (context: LetterContext, person: Person) => string | Promise<string>;
  readonly text: (link: string) => Label;
}

const signIn: Letter['link'] = ({ config }) => `${config.publicUrl}/login`;

const letters: Readonly<Record<LetterName, Letter>> = {
  password_reset: {
    mailType: 'password-reset',
    subject: { en: 'Choose a new password', id: 'Pilih kata sandi baru' },
    link: createResetLink,
    text: (link) => ({
      en: `someone asked for a new password for your Innkeeper account. To choose one, open this link within ${LINK_MINUTES} minutes; it works once:\n\n${link}\n\nIf it was not you, nothing has changed and you need do nothing.\n`,
      id: `seseorang meminta kata sandi baru untuk akun Innkeeper Anda. Untuk memilihnya, buka tautan ini dalam ${LINK_MINUTES} menit; tautan hanya berlaku satu kali:\n\n${link}\n\nJika bukan Anda yang meminta, tidak ada yang berubah dan Anda tidak perlu melakukan apa pun.\n`,
    }),
  },
  access_requested: {
    subject: { en: 'Your request for access', id: 'Permintaan akses Anda' },
    link: signIn,
    text: (link) => ({
      en: `your request for access to Innkeeper has been received. An administrator decides about it, and a mail tells you when access is given. You can sign in meanwhile, but there is nothing to see yet:\n\n${link}\n\nIf it was not you who asked, please tell your administrator.\n`,
      id: `permintaan akses Anda ke Innkeeper telah kami terima. Administrator akan memutuskannya, dan Anda akan menerima email saat akses diberikan. Sementara itu Anda sudah dapat masuk, tetapi belum ada yang dapat dilihat:\n\n${link}\n\nJika bukan Anda yang meminta, mohon beri tahu administrator Anda.\n`,
    }),
  },
  address_known: {
    subject: { en: 'You have an account already', id: 'Anda sudah memiliki akun' },
    link: signIn,
    text: (link) => ({
      en: `someone asked for access to Innkeeper with this address, which has an account already. Sign in with it here, or choose "Forgot Password?" there:\n\n${link}\n\nIf it was not you, nothing has changed and you need do nothing.\n`,
      id: `seseorang meminta akses ke Innkeeper dengan alamat ini, padahal alamat ini sudah memiliki akun. Silakan masuk di sini, atau pilih "Lupa kata sandi?" di sana:\n\n${link}\n\nJika bukan Anda yang meminta, tidak ada yang berubah dan Anda tidak perlu melakukan apa pun.\n`,
    }),
  },
  new_device: {
    mailType: 'new-device',
    subject: { en: 'Sign-in on a new device', id: 'Masuk dari perangkat baru' },
    link: ({ config }) => `${config.publicUrl}/pages/profile`,
    text: (link) => ({
      en: `someone signed in to your Innkeeper account with your password, on a device or at an address where it was not used before.\n\nIf it was you, you need do nothing. If it was not, choose another password at once, which signs out all other devices, and tell your administrator. Where your account is in use stands in your profile:\n\n${link}\n`,
      id: `seseorang masuk ke akun Innkeeper Anda dengan kata sandi Anda, dari perangkat atau alamat yang belum pernah digunakan sebelumnya.\n\nJika itu Anda, tidak ada yang perlu dilakukan. Jika bukan, segera pilih kata sandi lain, yang akan mengeluarkan semua perangkat lain, dan beri tahu administrator Anda. Tempat akun Anda digunakan tercantum di profil Anda:\n\n${link}\n`,
    }),
  },
  two_factor_on: {
    subject: { en: 'Two-factor sign-in is on', id: 'Verifikasi dua langkah aktif' },
    link: signIn,
    text: (link) => ({
      en: `two-factor sign-in was switched on for your Innkeeper account. From now on you are asked for a code of your authenticator app when you sign in:\n\n${link}\n\nIf it was not you, please tell your administrator at once.\n`,
      id: `verifikasi dua langkah telah diaktifkan untuk akun Innkeeper Anda. Mulai sekarang, Anda akan dimintai kode dari aplikasi autentikator saat masuk:\n\n${link}\n\nJika bukan Anda yang melakukannya, segera beri tahu administrator Anda.\n`,
    }),
  },
  two_factor_off: {
    subject: { en: 'Two-factor sign-in is off', id: 'Verifikasi dua langkah dimatikan' },
    link: signIn,
    text: (link) => ({
      en: `two-factor sign-in was switched off for your Innkeeper account. Your password alone is enough now to sign in:\n\n${link}\n\nIf you did not ask for it, choose another password and tell your administrator at once.\n`,
      id: `verifikasi dua langkah telah dimatikan untuk akun Innkeeper Anda. Kini kata sandi saja cukup untuk masuk:\n\n${link}\n\nJika Anda tidak memintanya, segera ganti kata sandi Anda dan beri tahu administrator Anda.\n`,
    }),
  },
  webhook_paused: {
    subject: { en: 'A webhook was paused', id: 'Webhook dijeda' },
    link: ({ config }) => `${config.publicUrl}/system/webhook`,
    text: (link) => ({
      en: `a webhook of yours could not be reached for 24 hours, or said that it is gone, and was switched off. What waits for it is sent once you switch it on again; what happens until then is not sent to it later. Which one it is, and what it answered last, stands here:\n\n${link}\n`,
      id: `webhook Anda tidak dapat dihubungi selama 24 jam, atau menyatakan sudah tidak ada, sehingga dimatikan. Pesan yang menunggu dikirim setelah Anda mengaktifkannya lagi; yang terjadi sampai saat itu tidak dikirim belakangan. Webhook yang mana, dan jawaban terakhirnya, tercantum di sini:\n\n${link}\n`,
    }),
  },
  approval_asked: {
    subject: { en: 'An approval waits for you', id: 'Ada persetujuan yang menunggu Anda' },
    link: ({ config }) => `${config.publicUrl}/others/approval`,
    text: (link) => ({
      en: `a request needs an approval, and you may decide it. What it is, and until when it can be decided, is shown here:\n\n${link}\n`,
      id: `ada permintaan yang memerlukan persetujuan, dan Anda dapat memutuskannya. Isinya dan batas waktunya tercantum di sini:\n\n${link}\n`,
    }),
  },
  approval_decided: {
    subject: { en: 'What you asked for was decided', id: 'Permintaan Anda telah diputuskan' },
    link: ({ config }) => `${config.publicUrl}/others/approval?state=all`,
    text: (link) => ({
      en: `a colleague has decided what you asked for. Whether it was done, and why not, stands here:\n\n${link}\n`,
      id: `seorang rekan telah memutuskan permintaan Anda. Apakah sudah dijalankan, atau alasannya bila tidak, tercantum di sini:\n\n${link}\n`,
    }),
  },
  access_granted: {
    subject: { en: 'You have access', id: 'Akses Anda telah diberikan' },
    link: signIn,
    text: (link) => ({
      en: `an administrator has given you access to Innkeeper. Sign in here:\n\n${link}\n`,
      id: `administrator telah memberi Anda akses ke Innkeeper. Silakan masuk di sini:\n\n${link}\n`,
    }),
  },
};

export const isLetterName = (name: string): name is LetterName => Object.hasOwn(letters, name);

/**
 * Writes a letter as its user is now; undefined where there is no user to write to, or no longer. `linkOf` puts something
 * else in the place of the link, where the letter is only looked at.
 */
export async function writeLetter(
  context: LetterContext,
  order: MailOrder,
  linkOf: Letter['link'] = letters[order.letter].link,
): Promise<Mail | undefined> {
  const person = await findPerson(context.db, order);
  if (!person) return undefined;
  const { subject, text } = letters[order.letter];
  const language = languageOf(order, person);
  return {
    from: context.config.mail.from,
    to: person.email,
    subject: subject[language],
    text: `${greetingOf(person)[language]},\n\n${text(await linkOf(context, person))[language]}`,
  };
}

/** Letters, and the signs between them in names: nothing that a mail program makes a link or a number of. */
const PLAIN_NAME = /^(?:[\p{L}\p{M}'’-]+(?:\.?,? |\.?$))+$/u;

/**
 * A stranger can have a letter sent to any address, and types the name in it: so letters have fixed words, and only the names of
 * people whom an administrator has let in.
 */
const greetingOf = ({ name, is_let_in }: Person): Label => {
  const called = is_let_in && name.length <= 80 && PLAIN_NAME.test(name) ? ` ${name}` : '';
  return { en: `Hello${called}`, id: `Halo${called}` };
};

/** The parts of a letter known before it is written. */
export interface Envelope {
  readonly to: string;
  readonly subject: string;
  readonly mailType: string | null;
}

/** The address and subject of a letter; undefined where there is no user to write to. */
export async function addressLetter(db: LetterContext['db'], order: MailOrder): Promise<Envelope | undefined> {
  const person = await findPerson(db, order);
  if (!person) return undefined;
  const { subject, mailType = null } = letters[order.letter];
  return { to: person.email, subject: subject[languageOf(order, person)], mailType };
}

async function findPerson(db: LetterContext['db'], { userId }: MailOrder): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select u.id, u.name, u.email, p.settings ->> 'language' as language, u.role_group_id is not null as is_let_in
    from users u left join user_preference p on p.user_id = u.id
    where u.id = ${userId} and u.is_active and u.deleted_at is null`.execute(db);
  return rows[0];
}

const languageOf = (order: MailOrder, person: Person): Language =>
  order.language ?? LANGUAGES.find((known) => known === person.language) ?? 'en';
