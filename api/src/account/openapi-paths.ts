import { CAPTCHA_FIELD, CAPTCHA_PROVIDERS } from '@innkeeper/contract';
import { WIDTHS } from '../platform/files/file-names.ts';
import { response, idParameter, rejections } from '../engine/openapi/parts.ts';
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
    description: 'Captcha response, required if `/sign-in.json` names a captcha. Returns 503 if it cannot be verified',
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
const NO_PHOTO: Json = { type: ['string', 'null'], maxLength: 0, description: 'Removes the picture' };

/** Responses without a schema, as the console receives them. */
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

const PHOTO = 'JPEG, PNG, WebP or GIF, up to 10 MB and 50 megapixels; an empty value removes it';

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
    responses: {
      200: response('Done', { type: 'object' }, example),
      ...rejections(422, 429, ...(isPublic ? [503] : [])),
    },
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
        responses: { 200: response('Tokens', token), ...rejections(400, 422, 429, 503) },
      },
    },
    '/sign-in.json': {
      get: {
        tags,
        security: [],
        summary: 'Configuration of the public pages: demonstration accounts and captcha',
        responses: {
          200: response('Configured provider', {
            type: 'object',
            properties: {
              demo_accounts: { type: 'array', items: { type: 'object' } },
              captcha: {
                type: ['object', 'null'],
                description: 'URL of the challenges for ALTCHA; key and script for other providers',
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
          422: rejections(422)[422],
        },
      },
    },
    '/auth/register': {
      post: call(
        'Request access: creates a user without a role group, until an administrator assigns one. The answer does not reveal whether the address is known',
        { message: 'Request received. A confirmation email is being sent.' },
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
    '/api/user/sessions': { get: call('List your sessions', { data: [SESSION] }) },
    '/api/user/sessions/{id}': {
      delete: {
        ...call('End one of your sessions', { data: { ...SESSION, current: false } }),
        parameters: [idParameter],
      },
    },
    '/api/user/password': {
      post: call(
        'Change your password',
        { message: 'Password changed.' },
        form({ current_password: text, password: text, password_confirmation: text }, [
          'current_password',
          'password',
          'password_confirmation',
        ]),
      ),
    },
    '/api/user/profile': {
      get: call('Your profile', { data: PROFILE }),
      post: call(
        'Change your name, phone or photo, and your email with the current password',
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
        'Create a secret for an authenticator app',
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
        'Turn on two-factor sign-in and return recovery codes',
        RECOVERY_CODES,
        form({ code: text }, ['code']),
      ),
    },
    '/api/user/two_factor/recovery_codes': {
      post: call('Create new recovery codes', RECOVERY_CODES, form({ current_password: text }, ['current_password'])),
    },
    '/api/user/two_factor/remove': {
      post: call(
        'Turn off two-factor sign-in',
        { message: 'Two-factor sign-in is off.' },
        form({ current_password: text, code: text }, ['current_password', 'code']),
      ),
    },
    '/api/users/{id}/two_factor/remove': {
      post: {
        ...call('Turn off two-factor sign-in for another user', { message: 'Two-factor sign-in is off.' }),
        parameters: [idParameter],
      },
    },
    '/storage/{name}': {
      get: {
        tags,
        security: [],
        summary: 'An uploaded file, at the signed URL of a record or profile, valid for at most an hour',
        description:
          'A member card is `member-card-{id}.png`; its printable page is `member-card-{id}.pdf`, with the same signature.',
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
            description: 'Width in pixels; smaller pictures are not enlarged. The signature does not depend on it',
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
          304: { description: 'The member card has not changed' },
          ...rejections(404, 422),
        },
      },
    },
    '/api/password/email': {
      post: call(
        'Request an email to set a new password',
        { message: 'If this address has an account, an email with a link is being sent.' },
        form({ email: text, ...captcha }, ['email']),
        true,
      ),
    },
    '/api/password/reset': {
      post: call(
        'Set a new password',
        { message: 'Password changed.' },
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
