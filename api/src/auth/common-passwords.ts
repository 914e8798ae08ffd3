/**
 * Passwords that attackers try first. Of the published lists (RockYou, SecLists, NCSC) only few have the 12 characters that are
 * asked for, and nearly all of those are a short common word that was filled up. So the words are kept, without what
 * they are usually filled up with: `isCommonPassword` sees through digits, signs, look-alikes and repetition.
 */
export const COMMON_WORDS: readonly string[] = [
  // English
  'password', 'passwort', 'passphrase', 'passw', 'pass', 'login', 'logmein', 'letmein', 'letmeinnow', 'welcome', 'welcomeback', 'changeme',
  'changeit', 'default', 'secret', 'topsecret', 'mysecret', 'mypassword', 'yourpassword', 'thisismypassword', 'newpassword', 'nopassword',
  'admin', 'administrator', 'adminadmin', 'root', 'superuser', 'superman', 'batman', 'spiderman', 'ironman', 'pokemon', 'starwars', 'dragon',
  'monkey', 'football', 'baseball', 'basketball', 'soccer', 'hockey', 'liverpool', 'chelsea', 'arsenal', 'manchester', 'barcelona',
  'realmadrid', 'juventus', 'sunshine', 'princess', 'prince', 'queen', 'king', 'flower', 'butterfly', 'rainbow', 'summer', 'winter', 'spring',
  'autumn', 'shadow', 'master', 'ninja', 'hello', 'helloworld', 'freedom', 'whatever', 'trustno', 'trustnoone', 'iloveyou', 'iloveu',
  'loveyou', 'lovely', 'loveme', 'love', 'mylove', 'forever', 'babygirl', 'sweetheart', 'darling', 'michael', 'michelle', 'jessica', 'jennifer',
  'charlie', 'ashley', 'daniel', 'thomas', 'andrew', 'joshua', 'jordan', 'hunter', 'ranger', 'cheese', 'cookie', 'chocolate', 'computer',
  'internet', 'samsung', 'google', 'facebook', 'microsoft', 'windows', 'apple', 'iphone', 'android', 'linux', 'server', 'database', 'oracle',
  'test', 'tester', 'testing', 'testtest', 'testpassword', 'example', 'sample', 'demo', 'guest', 'user', 'username', 'staff', 'manager', 'office', 'company',
  'business', 'monday', 'friday', 'sunday', 'january', 'february', 'march', 'april', 'june', 'july', 'august', 'september', 'october',
  'november', 'december', 'correcthorsebatterystaple', 'correcthorse', 'batterystaple', 'abc', 'abcabc', 'asdf', 'asdfasdf', 'qwerty', 'qwertyqwerty',
  'qwer', 'zxcv', 'zxcvbnm', 'qazwsx', 'qazwsxedc', 'qweasdzxc', 'fuckyou', 'fuckoff', 'biteme',
  // Indonesian
  'sayang', 'sayangku', 'cinta', 'cintaku', 'akucinta', 'akusayangkamu', 'akucintakamu', 'rahasia', 'rahasiaku', 'indonesia', 'jakarta', 'bandung',
  'surabaya', 'katasandi', 'sandi', 'sandiku', 'kuncirahasia', 'bismillah', 'alhamdulillah', 'assalamualaikum', 'garuda', 'merdeka', 'persib',
  'persija', 'doraemon', 'anjing', 'kucing', 'bunga', 'keluarga', 'selamatdatang', 'terimakasih', 'bintang', 'matahari', 'bulan', 'semangat',
  // The trade and this product
  'innkeeper', 'hotel', 'hotelhotel', 'hotels', 'hospitality', 'resort', 'reception', 'receptionist', 'frontoffice', 'frontdesk', 'concierge',
  'housekeeping', 'reservation', 'booking', 'membership', 'member', 'members', 'loyalty', 'voucher', 'vouchers', 'backoffice', 'console',
];

/** Rows of keys and orders of letters and digits, of which a run makes no password. */
export const RUNS: readonly string[] = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'zaq1xsw2cde3vfr4bgt5nhy6mju7',
  'zaq12wsxcde34rfvbgt56yhnmju78ik',
  'a1b2c3d4e5f6g7h8i9j0',
  '1a2b3c4d5e6f7g8h9i0j',
];
