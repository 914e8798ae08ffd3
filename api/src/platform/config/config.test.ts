import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { ConfigError } from './variables.ts';

const createAdminConfig = (ADMIN_PASSWORD: string) => ({ ADMIN_EMAIL: 'maya@hotel.test', ADMIN_PASSWORD });

describe('the environment', () => {
  test.each([
    ['PORT', { PORT: '70000' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'yes' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://db' }],
    ['DATABASE_URL: target_session_attrs', { DATABASE_URL: 'postgres://a,b/innkeeper?target_session_attrs=standby' }],
    ['DATABASE_POOL_SIZE', { DATABASE_POOL_SIZE: '3' }],
    ['DATABASE_POOL_SIZE', { DATABASE_POOL_SIZE: 'many' }],
    ['DATABASE_POOL_AGE', { DATABASE_POOL_AGE: '9' }],
    ['DATABASE_POOL_AGE', { DATABASE_POOL_AGE: '10min' }],
    ['DATABASE_REPLICA_URL', { DATABASE_URL: 'postgres://db', DATABASE_REPLICA_URL: 'db-2' }],
    ['DATABASE_REPLICA_URL', { DATABASE_REPLICA_URL: 'postgres://db-2' }],
    ['DATABASE_REPLICA_LAG', { DATABASE_REPLICA_LAG: '0' }],
    ['BACKUP_DIR', { BACKUP_DIR: '/backups', DATABASE_URL: 'postgres://db.example/innkeeper' }],
    ['LOG_ARCHIVE_MONTHS', { LOG_ARCHIVE_MONTHS: '12' }],
    ['BACKUP_KEEP', { BACKUP_DIR: '/backups', BACKUP_KEEP: '0' }],
    ['BACKUP_S3_URL', { BACKUP_S3_URL: 'https://s3.example/backups' }],
    ['BACKUP_S3_URL', { BACKUP_S3_URL: 'https://k:s@s3.example/one', S3_URL: 'https://k:s@s3.example/one' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'console.example' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'javascript:alert(1)' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://console.example/?a=1' }],
    ['APP_ENV', { APP_ENV: 'testing' }],
    ['MAINTENANCE_UNTIL', { MAINTENANCE_UNTIL: 'tomorrow' }],
    ['MAINTENANCE_UNTIL', { MAINTENANCE_UNTIL: '2026-12-01T06:00' }],
    ['MAINTENANCE_UNTIL', { MAINTENANCE_UNTIL: '2026-13-01T06:00Z' }],
    ['ASSETS_URL', { ASSETS_URL: 'cdn.example' }],
    ['ASSETS_URL', { ASSETS_URL: 'https://cdn.example/console' }],
    ['ADMIN_PASSWORD', createAdminConfig('short')],
    ['ADMIN_PASSWORD', createAdminConfig('password1234')],
    ['ADMIN_PASSWORD', createAdminConfig('maya@hotel.test')],
    ['SMTP_URL', { SMTP_URL: 'https://relay.example' }],
    ['SMTP_URL', { SMTP_URL: 'relay.example:25' }],
    ['MAIL_FROM', { MAIL_FROM: 'nobody' }],
    ['MAIL_FROM', { MAIL_FROM: 'Innkeeper <no-reply@hotel.test' }],
    ['MAIL_FROM', { MAIL_FROM: 'a@hotel.test, b@hotel.test' }],
    ['BOUNCE_ADDRESS', { BOUNCE_ADDRESS: 'mail.example' }],
    ['BOUNCE_ADDRESS', { BOUNCE_ADDRESS: `${'b'.repeat(24)}@mail.example` }],
    ['BOUNCE_URL', { BOUNCE_URL: 'https://user:password@mail.example/INBOX' }],
    ['BOUNCE_URL', { BOUNCE_URL: 'imaps://mail.example/INBOX' }],
    ['MAIL_EVENTS_SECRET', { MAIL_EVENTS_SECRET: 'too short' }],
    ['METRICS_TOKEN', { METRICS_TOKEN: 'too short' }],
    ['DRAIN_SECONDS', { DRAIN_SECONDS: '301' }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }],
    ...[
      ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
      ['OTEL_TRACES_SAMPLER', 'xray'],
    ].map(([name = '', value]): [string, Record<string, string | undefined>] => [
      name,
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', [name]: value },
    ]),
    [
      'OTEL_TRACES_SAMPLER_ARG',
      {
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318',
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: '10%',
      },
    ],
    ['WORKER', { WORKER: 'yes' }],
    ['CAPTCHA_PROVIDER', { CAPTCHA_PROVIDER: 'friendly' }],
    ['CAPTCHA_SITE_KEY', { CAPTCHA_PROVIDER: 'recaptcha', CAPTCHA_SECRET: 'x' }],
    ['CAPTCHA_SECRET', { CAPTCHA_PROVIDER: 'recaptcha', CAPTCHA_SITE_KEY: 'x' }],
    ['CAPTCHA_SECRET', { CAPTCHA_PROVIDER: 'altcha', CAPTCHA_SECRET: 'too short' }],
    [
      'CAPTCHA_VERIFY_URL',
      {
        CAPTCHA_PROVIDER: 'recaptcha',
        CAPTCHA_SITE_KEY: 'x',
        CAPTCHA_SECRET: 'x',
        CAPTCHA_VERIFY_URL: 'ftp://verifier',
      },
    ],
    ['ADMIN_EMAIL', { ADMIN_PASSWORD: 'seven brown otters' }],
    ['OIDC_ISSUER', { OIDC_ISSUER: 'login.example', OIDC_CLIENT_ID: 'x' }],
    ['OIDC_ISSUER', { OIDC_ISSUER: 'http://login.example', OIDC_CLIENT_ID: 'x' }],
    ['OIDC_CLIENT_ID', { OIDC_ISSUER: 'https://login.example' }],
    ['OIDC_EMAIL_TRUSTED', { OIDC_ISSUER: 'https://login.example', OIDC_CLIENT_ID: 'x', OIDC_EMAIL_TRUSTED: 'yes' }],
  ])('names %s when it cannot be used', (name, env) => {
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(name);
  });

  test('names the provider of single sign-on by its host, and keeps the issuer as it is', () => {
    expect(readConfig({}).singleSignOn).toBeUndefined();
    expect(readConfig({ OIDC_ISSUER: 'https://login.example/hotels/', OIDC_CLIENT_ID: 'innkeeper' })).toMatchObject({
      singleSignOn: { issuer: 'https://login.example/hotels/', name: 'login.example', scope: 'openid email profile' },
    });
  });

  test('gives the pool of connections a size and a maximum age in seconds', () => {
    expect(readConfig({}).databasePool).toEqual({ size: 10, maxAgeSeconds: 600 });
    expect(readConfig({ DATABASE_POOL_SIZE: '40', DATABASE_POOL_AGE: '60' }).databasePool).toEqual({
      size: 40,
      maxAgeSeconds: 60,
    });
    expect(() => readConfig({ DATABASE_POOL_AGE: '10min' })).toThrow(
      new ConfigError('DATABASE_POOL_AGE must be a whole number from 10 to 86400, not "10min"'),
    );
  });

  test('names the valid captcha providers when another one is configured', () => {
    expect(() => readConfig({ CAPTCHA_PROVIDER: 'hcaptcha', CAPTCHA_SITE_KEY: 'x', CAPTCHA_SECRET: 'x' })).toThrow(
      new ConfigError('CAPTCHA_PROVIDER must be one of recaptcha, altcha, not "hcaptcha"'),
    );
  });

  test.each([
    ['production', { DEMO: '0' }],
    ['production', { DATABASE_URL: 'postgres://db.example/innkeeper' }],
    ['local', {}],
    ['local', { DATABASE_URL: 'postgres://db.example/innkeeper', DEMO: '1' }],
    ['staging', { APP_ENV: 'staging' }],
    ['production', { APP_ENV: 'production' }],
    ['local', { APP_ENV: 'local', DEMO: '0' }],
  ])('is %s with %o', (environment, env) => {
    expect(readConfig(env).environment).toBe(environment);
  });

  test('loads the console from this server, or from the origin of a CDN', () => {
    expect(readConfig({}).assetsUrl).toBeUndefined();
    expect(readConfig({ ASSETS_URL: 'https://cdn.example/' }).assetsUrl).toBe('https://cdn.example');
  });

  test('makes links without double slashes', () => {
    expect(readConfig({ PUBLIC_URL: 'https://console.example/' }).publicUrl).toBe('https://console.example');
    expect(readConfig({ PORT: '8123' }).publicUrl).toBe('http://127.0.0.1:8123');
    expect(readConfig({ HOST: '::1' }).publicUrl).toBe('http://[::1]:8000');
  });

  test.each([
    's3.example/bucket',
    's3://key:secret@s3.example/bucket',
    'https://s3.example/bucket',
    'https://key@s3.example/bucket',
    'https://key:secret@s3.example',
    'https://key:secret@s3.example/bucket/folder',
    'https://key:secret@s3.example/Bucket_1',
    'https://key:secret@s3.example/bucket?reggion=x',
    'https://key:se%ret@s3.example/bucket',
  ])('names S3_URL when it cannot be used: %s', (S3_URL) => {
    expect(() => readConfig({ S3_URL })).toThrow(ConfigError);
    expect(() => readConfig({ S3_URL })).toThrow(/^S3_URL must be/);
  });

  test('reads the object store from one URL', () => {
    expect(
      readConfig({ S3_URL: 'https://AKIA1:a%2Fb%2Bc@s3.example:9000/files.hotel?region=ap-southeast-3' }).bucket,
    ).toEqual({
      endpoint: 'https://s3.example:9000',
      region: 'ap-southeast-3',
      bucket: 'files.hotel',
      accessKeyId: 'AKIA1',
      secretAccessKey: 'a/b+c',
    });
    expect(readConfig({ S3_URL: 'http://k:s@127.0.0.1:4568/files/' }).bucket?.region).toBe('us-east-1');
    expect(readConfig({}).bucket).toBeUndefined();
  });

  test('never reveals the secret of the object store', () => {
    expect(() => readConfig({ S3_URL: 'https://key:fourteen-otters@s3.example' })).toThrow(/^(?!.*otters)/);
  });

  test('reads the mailbox of bounces by TLS, with any password', () => {
    expect(readConfig({ BOUNCE_URL: 'imaps://bounces%40mail.example:a%2Fb@mail.example' }).mail.bounceMailbox).toEqual({
      host: 'mail.example',
      port: 993,
      isSecure: true,
      user: 'bounces@mail.example',
      password: 'a/b',
      folder: 'INBOX',
    });
  });

  test('never reveals the passwords of relay and mailbox', () => {
    expect(() => readConfig({ BOUNCE_URL: 'imap3://innkeeper:fourteen-otters@mail.test' })).toThrow(/^(?!.*otters)/);
    expect(() => readConfig({ SMTP_URL: 'smpt://innkeeper:fourteen-otters@relay.test' })).toThrow(/^(?!.*otters)/);
  });

  test.each([
    [undefined, { name: 'Innkeeper', address: 'no-reply@console.example' }],
    ['desk@hotel.test', { name: 'Innkeeper', address: 'desk@hotel.test' }],
    ['Hotel Melati <desk@hotel.test>', { name: 'Hotel Melati', address: 'desk@hotel.test' }],
  ])('sends mails from %s', (MAIL_FROM, from) => {
    expect(readConfig({ PUBLIC_URL: 'https://console.example', MAIL_FROM }).mail.from).toEqual(from);
  });
});
