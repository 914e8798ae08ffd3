import { CAPTCHA_FIELD, CAPTCHA_PROVIDERS } from '@innkeeper/contract';
import { WIDTHS } from '../platform/files/names.ts';
import { answer, idParameter, refusals } from '../engine/openapi/parts.ts';
import type { Json } from '../engine/openapi/schemas.ts';

const text: Json = { type: 'string' };
const textOrNull: Json = { type: ['string', 'null'] };
const form = (properties: Json, required: readonly string[]): Json => {
  const schema = { type: 'object', properties, required };
  return { required: true, content: { 'application/json': { schema }, 'multipart/form-data': { schema } } };
};

const captcha: Json = {
  [CAPTCHA_FIELD]: {
    type: 'string',
    description: 'Answer to the captcha, for as long as `/sign-in.json` names one; a verifier that is away is a 503',
  },
};

const profile = (photo: Json): Json => ({
  type: 'object',
  properties: {
    name: text,
    phone_no: textOrNull,
    email: { ...text, description: 'With current_password alone' },
    current_password: text,
    photo,
  },
});
const NO_PHOTO: Json = { type: ['string', 'null'], maxLength: 0, description: 'Removes it' };

/** Answers that no schema describes, as the console gets them. */
const USER: Json = {
  id: 2,
  must_change_password: 0,
  role: 'admin',
  roles: ['VIEW_MEMBER', 'STORE_MEMBER'],
  displayName: 'Made Wirawan',
  photoURL: null,
  email: 'made.wirawan@example.test',
  access_level: 'group',
  hotels: null,
  currencies: {},
  data: { username: 'made.wirawan', email: 'made.wirawan@example.test', settings: {}, shortcuts: ['member'] },
  navigation: [],
};
const SESSION: Json = {
  id: 6,
  created_at: '2026-03-14 09:26:53',
  last_used_at: '2026-03-14 09:41:07',
  ip: '203.0.113.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  current: true,
};
const PROFILE: Json = {
  name: 'Made Wirawan',
  username: 'made.wirawan',
  email: 'made.wirawan@example.test',
  phone_no: '+62 811 223 344',
  photoURL: null,
  two_factor: true,
  role_group: { id: 3, name: 'Front office' },
  recovery_codes_left: 8,
};
const RECOVERY_CODES: Json = { data: { recovery_codes: ['MYQPJ-NEY9F', '8NMXG-YJBMN'] } };
const SETTINGS: Json = { main: 'system', language: 'en' };

const PHOTO = 'JPEG, PNG, WebP or GIF, up to 10 MB and 50 megapixels; an empty text removes it';

/** Calls for signing in, and for users' own data. */
export function sessionPaths(): Json {
  const tags = ['Signing in'];
  const token = {
    type: 'object',
    properties: { token_type: text, access_token: text, refresh_token: text, expires_in: { type: 'integer' } },
  };
  const call = (summary: string, example: Json, requestBody?: Json, isPublic = false): Json => ({
    tags,
    summary,
    ...(requestBody && { requestBody }),
    ...(isPublic && { security: [] }),
    responses: { 200: answer('Done', { type: 'object' }, example), ...refusals(422, 429, ...(isPublic ? [503] : [])) },
  });
  return {
    '/oauth/token': {
      post: {
        tags,
        security: [],
        summary: 'Sign in, or refresh a session',
        requestBody: form(
          {
            grant_type: { type: 'string', enum: ['password', 'refresh_token'] },
            username: text,
            password: text,
            refresh_token: text,
            client_id: text,
            client_secret: text,
            otp: { type: 'string', description: 'Code of the authenticator app, or a recovery code' },
            scope: text,
            remember_me: { type: 'integer', enum: [0, 1] },
            ...captcha,
          },
          ['grant_type', 'client_id'],
        ),
        responses: { 200: answer('Tokens', token), ...refusals(400, 422, 429, 503) },
      },
    },
    '/sign-in.json': {
      get: {
        tags,
        security: [],
        summary:
          'What the pages for strangers need: the accounts of a demonstration, and the captcha that is asked for',
        responses: {
          200: answer('As it is configured', {
            type: 'object',
            properties: {
              demo_accounts: { type: 'array', items: { type: 'object' } },
              captcha: {
                type: ['object', 'null'],
                description: 'ALTCHA names where its challenges are, the others their key and script',
                properties: {
                  provider: { type: 'string', enum: [...CAPTCHA_PROVIDERS] },
                  challenge_url: text,
                  site_key: text,
                  script_url: text,
                },
                required: ['provider'],
              },
            },
          }),
          422: refusals(422)[422],
        },
      },
    },
    '/auth/register': {
      post: call(
        'Ask for access: makes a user without a role group, who waits for an administrator to give one. The answer is the same for a known address',
        { message: 'Your request has been received. A mail is on its way to you.' },
        form(
          {
            name: text,
            username: { type: 'string', description: 'Without @' },
            email: text,
            phone_no: textOrNull,
            password: text,
            password_confirmation: text,
            ...captcha,
          },
          ['name', 'username', 'email', 'password', 'password_confirmation'],
        ),
        true,
      ),
    },
    '/api/user': { get: call('The signed-in user: rights, hotels, settings, navigation', { data: USER }) },
    '/api/user/logout': { post: call('End this session', { message: 'You are signed out.' }) },
    '/api/user/settings': {
      post: call(
        'Save the settings, a JSON string',
        { data: { settings: SETTINGS } },
        form({ settings: { ...text, examples: [JSON.stringify(SETTINGS)] } }, ['settings']),
      ),
    },
    '/api/user/bookmark': {
      post: call(
        'Save the shortcuts, a JSON string',
        { data: { shortcuts: ['member'] } },
        form({ bookmark: { ...text, examples: ['["member"]'] } }, ['bookmark']),
      ),
    },
    '/api/user/sessions': { get: call('Own sessions', { data: [SESSION] }) },
    '/api/user/sessions/{id}': {
      delete: {
        ...call('End one of the own sessions', { data: { ...SESSION, current: false } }),
        parameters: [idParameter],
      },
    },
    '/api/user/password': {
      post: call(
        'Change the own password',
        { message: 'Your password was changed.' },
        form({ current_password: text, password: text, password_confirmation: text }, [
          'current_password',
          'password',
          'password_confirmation',
        ]),
      ),
    },
    '/api/user/profile': {
      get: call('The own profile', { data: PROFILE }),
      post: call(
        'Change the own name, phone, photo, and the email with the current password',
        { data: PROFILE },
        {
          content: {
            'application/json': { schema: profile(NO_PHOTO) },
            'multipart/form-data': { schema: profile({ type: 'string', format: 'binary', description: PHOTO }) },
          },
        },
      ),
    },
    '/api/user/two_factor': {
      post: call(
        'Offer a secret for an authenticator app',
        {
          data: {
            secret: 'JBSWY3DPEHPK3PXP',
            uri: 'otpauth://totp/Innkeeper:made.wirawan?issuer=Innkeeper&secret=JBSWY3DPEHPK3PXP',
          },
        },
        form({ current_password: text }, ['current_password']),
      ),
    },
    '/api/user/two_factor/confirm': {
      post: call(
        'Switch two-factor sign-in on; answers the recovery codes',
        RECOVERY_CODES,
        form({ code: text }, ['code']),
      ),
    },
    '/api/user/two_factor/recovery_codes': {
      post: call('Make other recovery codes', RECOVERY_CODES, form({ current_password: text }, ['current_password'])),
    },
    '/api/user/two_factor/remove': {
      post: call(
        'Switch two-factor sign-in off',
        { message: 'Two-factor sign-in is off.' },
        form({ current_password: text, code: text }, ['current_password', 'code']),
      ),
    },
    '/api/users/{id}/two_factor/remove': {
      post: {
        ...call('Switch two-factor sign-in off for another user', { message: 'Two-factor sign-in is off.' }),
        parameters: [idParameter],
      },
    },
    '/storage/{name}': {
      get: {
        tags,
        security: [],
        summary: 'A picture, at the signed address that a record or profile names; it serves for an hour at most',
        description:
          'A member card is `member-card-{id}.png`; its page to print is `member-card-{id}.pdf`, at the same signature.',
        parameters: [
          { name: 'name', in: 'path', required: true, schema: text },
          {
            name: 'expires',
            in: 'query',
            required: true,
            schema: { type: 'integer' },
            description: 'Seconds since 1970',
          },
          { name: 'signature', in: 'query', required: true, schema: text },
          {
            name: 'width',
            in: 'query',
            schema: { type: 'integer', enum: [...WIDTHS] },
            description: 'Pixels across; a picture that is smaller comes as it is. The signature is the same for all',
          },
        ],
        responses: {
          200: {
            description: 'The file',
            content: Object.fromEntries(
              ['image/webp', 'image/png', 'application/pdf'].map((type) => [
                type,
                { schema: { type: 'string', format: 'binary' } },
              ]),
            ),
          },
          304: { description: 'A member card that is the same still' },
          ...refusals(404, 422),
        },
      },
    },
    '/api/password/email': {
      post: call(
        'Ask for a mail to set a new password',
        { message: 'If this address belongs to an account, a mail with a link is on its way.' },
        form({ email: text, ...captcha }, ['email']),
        true,
      ),
    },
    '/api/password/reset': {
      post: call(
        'Set a new password',
        { message: 'Your password was changed.' },
        form({ email: text, password: text, password_confirmation: text, token: text, ...captcha }, [
          'email',
          'password',
          'password_confirmation',
          'token',
        ]),
        true,
      ),
    },
  };
}
