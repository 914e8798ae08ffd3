import { CAPTCHA_FIELD, CAPTCHA_PROVIDERS, LANGUAGES } from '@innkeeper/contract';
import { WIDTHS } from '../platform/files/file-names.ts';
import { fileContent } from '../engine/openapi/import-export-paths.ts';
import { jsonResponse, idParameter, errorResponses, queryParameter } from '../engine/openapi/parts.ts';
import {
  type Json,
  choiceSchema,
  integerSchema,
  listSchema,
  nullableTextSchema,
  objectSchema,
  textSchema,
} from '../engine/openapi/schemas.ts';

/** A body as JSON or as a form; `optional` are the fields that may be missing. */
const createFormBody = (properties: Json, ...optional: readonly string[]): Json => {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  const schema = objectSchema(properties, { required });
  return { required: true, content: { 'application/json': { schema }, 'multipart/form-data': { schema } } };
};
const passwordBody = createFormBody({ current_password: textSchema });

const captchaField: Json = {
  [CAPTCHA_FIELD]: {
    type: 'string',
    description: 'Captcha response, required if `/sign-in.json` names a captcha. Returns 503 if it cannot be verified',
  },
};

const profileSchema = (photo: Json): Json =>
  objectSchema({
    name: textSchema,
    phone_no: nullableTextSchema,
    email: { ...textSchema, description: 'With current_password alone' },
    current_password: textSchema,
    photo,
  });
const REMOVED_PHOTO: Json = { ...nullableTextSchema, maxLength: 0, description: 'Removes the picture' };

/** Example responses of calls that have no response schema. */
const USER_EXAMPLE: Json = {
  id: 2,
  must_change_password: 0,
  must_set_up_second_factor: 0,
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
const SESSION_EXAMPLE: Json = {
  id: 6,
  created_at: '2026-03-14 09:26:53',
  last_used_at: '2026-03-14 09:41:07',
  ip: '203.0.113.7',
  user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  current: true,
};
const PROFILE_EXAMPLE: Json = {
  name: 'Made Wirawan',
  username: 'made.wirawan',
  email: 'made.wirawan@example.test',
  phone_no: '+62 811 223 344',
  photoURL: null,
  two_factor: true,
  is_password_allowed: true,
  role_group: { id: 3, name: 'Front office' },
  recovery_codes_left: 8,
};
const PASSKEY_EXAMPLE: Json = {
  id: 4,
  name: 'Office laptop',
  created_at: '2026-03-14 09:26:53',
  last_used_at: '2026-03-14 09:41:07',
};
const RECOVERY_CODES_EXAMPLE: Json = { data: { recovery_codes: ['MYQPJ-NEY9F', '8NMXG-YJBMN'] } };
const SETTINGS_EXAMPLE: Json = { main: 'system', language: 'en' };

const PHOTO_DESCRIPTION = 'JPEG, PNG, WebP or GIF, up to 10 MB and 50 megapixels; an empty value removes it';

/** Calls for signing in, and for users' own data. */
export function sessionPaths(): Json {
  const tags = ['Signing in'];
  const tokenSchema = objectSchema({
    token_type: textSchema,
    access_token: textSchema,
    refresh_token: textSchema,
    expires_in: integerSchema,
  });
  const createOperation = (
    operationId: string,
    summary: string,
    example: Json,
    requestBody?: Json,
    isPublic = false,
  ): Json => ({
    operationId,
    tags,
    summary,
    ...(requestBody && { requestBody }),
    ...(isPublic && { security: [] }),
    responses: {
      200: jsonResponse('Done', { type: 'object' }, example),
      ...errorResponses(422, 429, ...(isPublic ? [503] : [])),
    },
  });
  return {
    '/oauth/token': {
      post: {
        operationId: 'signIn',
        tags,
        security: [],
        summary: 'Sign in, or refresh a session',
        requestBody: createFormBody(
          {
            grant_type: choiceSchema(['password', 'refresh_token']),
            username: textSchema,
            password: textSchema,
            refresh_token: textSchema,
            client_id: textSchema,
            client_secret: textSchema,
            otp: { type: 'string', description: 'Code of the authenticator app, or a recovery code' },
            scope: textSchema,
            remember_me: choiceSchema([0, 1]),
            ...captchaField,
          },
          'username',
          'password',
          'refresh_token',
          'client_secret',
          'otp',
          'scope',
          'remember_me',
          CAPTCHA_FIELD,
        ),
        responses: { 200: jsonResponse('Tokens', tokenSchema), ...errorResponses(400, 422, 429, 503) },
      },
    },
    '/sign-in.json': {
      get: {
        operationId: 'getSignInOptions',
        tags,
        security: [],
        summary: 'Configuration of the public pages: demonstration accounts, captcha, single sign-on and passkeys',
        responses: {
          200: jsonResponse(
            'Configured provider',
            objectSchema({
              demo_accounts: listSchema({ type: 'object' }),
              captcha: {
                ...objectSchema(
                  {
                    provider: choiceSchema(CAPTCHA_PROVIDERS),
                    challenge_url: textSchema,
                    site_key: textSchema,
                    script_url: textSchema,
                  },
                  { required: ['provider'] },
                ),
                type: ['object', 'null'],
                description: 'URL of the challenges for ALTCHA; key and script for reCAPTCHA',
              },
              single_sign_on: {
                ...objectSchema({ name: textSchema }),
                type: ['object', 'null'],
                description: 'The OpenID Connect provider, if one is configured',
              },
              has_passkeys: { type: 'boolean', description: 'Whether passkeys work at the public URL' },
            }),
          ),
          422: errorResponses(422)[422],
        },
      },
    },
    '/auth/single-sign-on/start': {
      post: {
        operationId: 'startSingleSignOn',
        tags,
        security: [],
        summary: 'The URL of the OpenID Connect provider, and secrets to keep until it returns the browser',
        responses: {
          200: jsonResponse(
            'Where to send the browser',
            objectSchema({ url: textSchema, state: textSchema, nonce: textSchema, code_verifier: textSchema }),
          ),
          ...errorResponses(404, 422, 503),
        },
      },
    },
    '/auth/single-sign-on/finish': {
      post: {
        operationId: 'finishSingleSignOn',
        tags,
        security: [],
        summary: 'Sign in with the query that the provider added to the console’s address',
        requestBody: createFormBody(
          {
            query: textSchema,
            state: textSchema,
            nonce: textSchema,
            code_verifier: textSchema,
            remember_me: choiceSchema([0, 1]),
          },
          'remember_me',
        ),
        responses: { 200: jsonResponse('Tokens', tokenSchema), ...errorResponses(403, 404, 422, 429, 503) },
      },
    },
    '/auth/passkey/start': {
      post: {
        operationId: 'startPasskeySignIn',
        tags,
        security: [],
        summary: 'Options for `navigator.credentials.get`, as JSON of WebAuthn',
        responses: { 200: jsonResponse('Options', { type: 'object' }), ...errorResponses(404, 422) },
      },
    },
    '/auth/passkey/finish': {
      post: {
        operationId: 'finishPasskeySignIn',
        tags,
        security: [],
        summary: 'Sign in with the credential that the browser returned',
        requestBody: createFormBody(
          { response: { ...textSchema, description: 'JSON of WebAuthn' }, remember_me: choiceSchema([0, 1]) },
          'remember_me',
        ),
        responses: { 200: jsonResponse('Tokens', tokenSchema), ...errorResponses(403, 404, 422, 429) },
      },
    },
    '/api/user/passkeys': {
      get: createOperation('listPasskeys', 'List your passkeys', { data: [PASSKEY_EXAMPLE] }),
      post: createOperation(
        'addPasskey',
        'Add the passkey that the browser created, within 15 minutes after signing in',
        { data: { ...PASSKEY_EXAMPLE, last_used_at: null } },
        createFormBody({ name: textSchema, response: { ...textSchema, description: 'JSON of WebAuthn' } }),
      ),
    },
    '/api/user/passkeys/start': {
      post: createOperation('startPasskey', 'Options for `navigator.credentials.create`, as JSON of WebAuthn', {
        data: { rp: { id: 'console.example', name: 'Innkeeper' } },
      }),
    },
    '/api/user/passkeys/{id}': {
      post: {
        ...createOperation(
          'renamePasskey',
          'Rename one of your passkeys',
          { data: PASSKEY_EXAMPLE },
          createFormBody({ name: textSchema }),
        ),
        parameters: [idParameter],
      },
      delete: {
        ...createOperation('removePasskey', 'Remove one of your passkeys', { data: PASSKEY_EXAMPLE }),
        parameters: [idParameter],
      },
    },
    '/auth/register': {
      post: createOperation(
        'requestAccess',
        'Request access: creates a user without a role group, until an administrator assigns one. The answer does not reveal whether the address is known',
        { message: 'Request received. A confirmation email is being sent.' },
        createFormBody(
          {
            name: textSchema,
            username: { type: 'string', description: 'Without @' },
            email: textSchema,
            phone_no: nullableTextSchema,
            password: textSchema,
            password_confirmation: textSchema,
            ...captchaField,
          },
          'phone_no',
          CAPTCHA_FIELD,
        ),
        true,
      ),
    },
    '/api/user': {
      get: createOperation('getCurrentUser', 'The signed-in user: rights, hotels, settings, navigation', {
        data: USER_EXAMPLE,
      }),
    },
    '/api/user/logout': {
      post: createOperation(
        'signOut',
        'End this session. With `sign_out_url` the browser can end the session of single sign-on, too',
        { message: 'You are signed out.' },
      ),
    },
    '/api/user/settings': {
      post: createOperation(
        'saveSettings',
        'Save the settings, a JSON string',
        { data: { settings: SETTINGS_EXAMPLE } },
        createFormBody({ settings: { ...textSchema, examples: [JSON.stringify(SETTINGS_EXAMPLE)] } }),
      ),
    },
    '/api/user/bookmark': {
      post: createOperation(
        'saveShortcuts',
        'Save the shortcuts, a JSON string',
        { data: { shortcuts: ['member'] } },
        createFormBody({ bookmark: { ...textSchema, examples: ['["member"]'] } }),
      ),
    },
    '/api/user/sessions': { get: createOperation('listSessions', 'List your sessions', { data: [SESSION_EXAMPLE] }) },
    '/api/user/sessions/{id}': {
      delete: {
        ...createOperation('endSession', 'End one of your sessions', { data: { ...SESSION_EXAMPLE, current: false } }),
        parameters: [idParameter],
      },
    },
    '/api/user/password': {
      post: createOperation(
        'changePassword',
        'Change your password',
        { message: 'Password changed.' },
        createFormBody({ current_password: textSchema, password: textSchema, password_confirmation: textSchema }),
      ),
    },
    '/api/user/profile': {
      get: createOperation('getProfile', 'Your profile', { data: PROFILE_EXAMPLE }),
      post: createOperation(
        'updateProfile',
        'Change your name, phone or photo, and your email with the current password',
        { data: PROFILE_EXAMPLE },
        {
          content: {
            'application/json': { schema: profileSchema(REMOVED_PHOTO) },
            'multipart/form-data': {
              schema: profileSchema({ type: 'string', format: 'binary', description: PHOTO_DESCRIPTION }),
            },
          },
        },
      ),
    },
    '/api/user/two_factor': {
      post: createOperation(
        'startTwoFactor',
        'Create a secret for an authenticator app',
        {
          data: {
            secret: 'JBSWY3DPEHPK3PXP',
            uri: 'otpauth://totp/Innkeeper:made.wirawan?issuer=Innkeeper&secret=JBSWY3DPEHPK3PXP',
          },
        },
        passwordBody,
      ),
    },
    '/api/user/two_factor/confirm': {
      post: createOperation(
        'confirmTwoFactor',
        'Turn on two-factor sign-in and return recovery codes',
        RECOVERY_CODES_EXAMPLE,
        createFormBody({ code: textSchema }),
      ),
    },
    '/api/user/two_factor/recovery_codes': {
      post: createOperation('createRecoveryCodes', 'Create new recovery codes', RECOVERY_CODES_EXAMPLE, passwordBody),
    },
    '/api/user/two_factor/remove': {
      post: createOperation(
        'removeTwoFactor',
        'Turn off two-factor sign-in',
        { message: 'Two-factor sign-in is off.' },
        createFormBody({ current_password: textSchema, code: textSchema }),
      ),
    },
    '/api/users/{id}/two_factor/remove': {
      post: {
        ...createOperation('removeTwoFactorOfUser', 'Turn off two-factor sign-in for another user', {
          message: 'Two-factor sign-in is off.',
        }),
        parameters: [idParameter],
      },
    },
    '/storage/{name}': {
      get: {
        operationId: 'getFile',
        tags,
        security: [],
        summary: 'An uploaded file, at the signed URL of a record or profile, valid for at most an hour',
        description:
          'A member card is `member-card-{id}-{version}.png`, with a new version for each change of what it shows; its printable page ends in `.pdf`, with the same signature.',
        parameters: [
          { name: 'name', in: 'path', required: true, schema: textSchema },
          { ...queryParameter('expires', integerSchema, 'Seconds since 1970'), required: true },
          { ...queryParameter('signature', textSchema), required: true },
          queryParameter(
            'width',
            choiceSchema(WIDTHS),
            'Width in pixels; smaller pictures are not enlarged. The signature does not depend on it',
          ),
          queryParameter(
            'language',
            choiceSchema(LANGUAGES),
            'Of a member card: the language of everything that is no name. The signature does not depend on it',
          ),
        ],
        responses: {
          200: {
            description: 'The file',
            content: { 'image/webp': fileContent, 'image/png': fileContent, 'application/pdf': fileContent },
          },
          304: { description: 'The member card has not changed' },
          ...errorResponses(404, 422),
        },
      },
    },
    '/api/password/email': {
      post: createOperation(
        'requestPasswordReset',
        'Request an email to set a new password',
        { message: 'If this address has an account, an email with a link is being sent.' },
        createFormBody({ email: textSchema, ...captchaField }, CAPTCHA_FIELD),
        true,
      ),
    },
    '/api/password/reset': {
      post: createOperation(
        'resetPassword',
        'Set a new password',
        { message: 'Password changed.' },
        createFormBody(
          {
            email: textSchema,
            password: textSchema,
            password_confirmation: textSchema,
            token: textSchema,
            ...captchaField,
          },
          CAPTCHA_FIELD,
        ),
        true,
      ),
    },
  };
}
