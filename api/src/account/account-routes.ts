import { resources } from '@innkeeper/contract';
import type { Db } from '@innkeeper/db';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Files, withNewFiles } from '../platform/files/storage.ts';
import { type Body, readBody } from '../platform/http/body.ts';
import { apiError } from '../platform/http/api-error.ts';
import type { Outbox } from '../platform/mail/outbox.ts';
import { type WriteRequest, runInTransaction } from '../engine/resources/transaction.ts';
import type { WriteServices } from '../engine/resources/write-services.ts';
import { changeOwnPassword, requireOwnPassword } from './account.ts';
import { type Actor, requirePermission } from '../access/actor.ts';
import { withPermission, withActor, withCurrentActor } from '../access/authenticate.ts';
import { localizedMessage } from './messages.ts';
import { storePhoto, readProfile, parseProfileChange, writeProfile } from './profile.ts';
import {
  confirmTwoFactor,
  offerTwoFactor,
  removeOwnTwoFactor,
  removeTwoFactorOfUser,
  renewRecoveryCodes,
} from './two-factor.ts';
import { accountTexts } from '../texts/account.ts';

interface Services extends WriteServices {
  readonly db: Db;
  readonly clock: () => Date;
  readonly files: Files;
  readonly outbox: Outbox;
}

/** For calls that lead to a complete sign-in, or end it. */
export const ALLOW_UNFINISHED_SIGN_IN = { allowsPendingPasswordChange: true, allowsPendingSecondFactor: true };

/** Calls for users' own profile, password and second factor. */
export function registerAccountRoutes(app: FastifyInstance, services: Services): void {
  const { db, clock, files } = services;
  const createWriteRequest = (request: FastifyRequest, actor: Actor): WriteRequest => ({
    actor,
    now: clock(),
    ip: request.ip,
    requestId: request.id,
    timeZone: 'UTC',
  });
  app.get('/api/user/profile', (request) =>
    withCurrentActor(request, async ({ userId }) => ({ data: await readProfile(db.kysely, userId, clock()) })),
  );

  app.post('/api/user/profile', { config: { files: ['photo'] } }, async (request) => {
    const { photo: upload, current_password, ...profileChange } = parseProfileChange(await readBody(request));
    const { replacedFile, data } = await withNewFiles(services, async (save) => {
      const photo = upload && (await storePhoto(save, upload));
      return withActor(request, async (actor) => {
        if (profileChange.email !== undefined) await requireOwnPassword(db, actor.userId, current_password, clock());
        return runInTransaction(db, createWriteRequest(request, actor), async (context) => ({
          replacedFile: await writeProfile(
            { context, services, d: resources.users, timeZone: 'UTC' },
            { ...profileChange, ...(photo !== undefined && { photo }) },
          ),
          data: await readProfile(context.tx, actor.userId, clock()),
        }));
      });
    });
    if (replacedFile !== undefined) await files.remove(replacedFile);
    return { data };
  });

  app.post('/api/user/password', { config: ALLOW_UNFINISHED_SIGN_IN }, async (request) => {
    const { values } = await readBody(request);
    return withCurrentActor(request, async (actor) => {
      await changeOwnPassword(db, createWriteRequest(request, actor), values);
      return localizedMessage(request, accountTexts.passwordChanged);
    });
  });

  // Two-factor sign-in ------------------------------------------------------------------------------------------------

  const registerTwoFactorRoute = <T>(
    path: string,
    action: (services: Services, write: WriteRequest, values: Body['values']) => Promise<T>,
  ) =>
    app.post(`/api/user/two_factor${path}`, { config: { allowsPendingSecondFactor: true } }, async (request) => {
      const { values } = await readBody(request);
      return withCurrentActor(request, async (actor) => ({
        data: await action(services, createWriteRequest(request, actor), values),
      }));
    });
  registerTwoFactorRoute('', offerTwoFactor);
  registerTwoFactorRoute('/confirm', confirmTwoFactor);
  registerTwoFactorRoute('/recovery_codes', renewRecoveryCodes);

  app.post('/api/user/two_factor/remove', async (request) => {
    const { values } = await readBody(request);
    return withCurrentActor(request, async (actor) => {
      await removeOwnTwoFactor(services, createWriteRequest(request, actor), values);
      return localizedMessage(request, accountTexts.twoFactorRemoved);
    });
  });

  app.post<{ Params: { id: string } }>(
    '/api/users/:id/two_factor/remove',
    withPermission('UPDATE_USERS'),
    async (request) => {
      await readBody(request);
      return withActor(request, async (actor) => {
        requirePermission(actor, 'UPDATE_USERS');
        const { id } = request.params;
        if (!/^[1-9]\d{0,14}$/.test(id))
          throw apiError('record_not_found', { params: { label: resources.users.label, id: id.slice(0, 40) } });
        await removeTwoFactorOfUser(services, createWriteRequest(request, actor), Number(id));
        return localizedMessage(request, accountTexts.twoFactorRemoved);
      });
    },
  );
}
