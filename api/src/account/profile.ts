import { type Profile, message, resources } from '@innkeeper/contract';
import type { Db, Tx } from '@innkeeper/db';
import { sql } from 'kysely';
import { type Files, recordFiles } from '../platform/files/storage.ts';
import type { Body } from '../platform/http/body.ts';
import { apiError, validationError } from '../platform/http/api-error.ts';
import type { UploadedFile } from '../platform/http/uploaded-file.ts';
import { parseValues } from '../engine/resources/values.ts';
import type { Row } from '../engine/resources/resource-hooks.ts';
import { changeRecord } from '../engine/resources/write.ts';
import type { Write } from '../engine/resources/write-services.ts';

/** Avatars are square. */
const PHOTO_SHAPE = { side: 800, isCropped: true };
const PROFILE_FIELDS = new Set(['name', 'phone_no', 'email', 'photo', 'current_password']);

export async function readProfile(tx: Tx | Db['kysely'], userId: number, now: Date): Promise<Profile> {
  const { rows } = await sql<Profile>`
    select u.name, u.username, u.email, u.phone_no, signed_file_path(p.file, ${now}) as "photoURL",
      f.confirmed_at is not null as two_factor, allows_password(u.role_group_id) as is_password_allowed, (select json_build_object('id', g.id, 'name', g.name) from role_group g
       where g.id = u.role_group_id and g.deleted_at is null) as role_group,
      (select count(*) from recovery_code c where c.user_id = f.user_id) as recovery_codes_left
    from users u left join user_photo p on p.user_id = u.id left join two_factor f on f.user_id = u.id
    where u.id = ${userId}`.execute(tx);
  const [row] = rows;
  if (!row) throw apiError('unauthenticated');
  return row;
}

/** The requested changes of a profile; an absent field is not changed. */
interface ProfileChange {
  readonly name?: string;
  readonly phone_no?: string | null;
  /** Requires the current password. */
  readonly email?: string;
  readonly current_password?: unknown;
  /** A picture that has not been read yet; null to remove it. */
  readonly photo?: UploadedFile | null;
}

/** Reads the fields that users may change themselves. Throws a 422 with every unknown and every invalid field. */
export function parseProfileChange({ isForm, values, files }: Body): ProfileChange {
  const { photo: photoText, current_password, ...texts } = values;
  const unknownFields = [...Object.keys(values), ...Object.keys(files)].filter((name) => !PROFILE_FIELDS.has(name));
  if (unknownFields.length > 0)
    throw validationError(Object.fromEntries(unknownFields.map((name) => [name, [message('unknown_field')]])));
  const { photo: upload, ...otherFiles } = files;
  const { name, phone_no, email } = parseValues(
    resources.users,
    { isForm, values: texts, files: otherFiles },
    'update',
  );
  if (photoText !== undefined && photoText !== null && photoText !== '')
    throw validationError({ photo: [message('file')] });
  const photo = upload ?? (photoText === undefined ? undefined : null);
  return {
    ...(typeof name === 'string' && { name }),
    ...(phone_no !== undefined && { phone_no: typeof phone_no === 'string' ? phone_no : null }),
    ...(typeof email === 'string' && { email, current_password }),
    ...(photo !== undefined && { photo }),
  };
}

/** Converts a picture to the stored format. Returns the file's name, which no row references yet. */
export const storePhoto = (save: Files['storePicture'], photo: UploadedFile): Promise<string> =>
  save(photo, PHOTO_SHAPE, 'photo');

/**
 * Changes the actor's own profile; `photo` is the name of a file. Returns the file that is no longer referenced, to be
 * removed after the commit.
 */
export async function writeProfile(
  write: Write,
  { photo, ...columns }: Omit<ProfileChange, 'photo' | 'current_password'> & { readonly photo?: string | null },
): Promise<string | undefined> {
  const { tx, actor } = write.context;
  if (Object.keys(columns).length > 0) {
    const { rows } = await sql<Row>`select * from users where id = ${actor.userId} for no key update`.execute(tx);
    if (rows[0]) await changeRecord(write, rows[0], columns, ['email']);
  }
  if (photo === undefined) return undefined;
  // Serializes concurrent uploads, so that each finds the previous picture and removes it.
  await sql`select from users where id = ${actor.userId} for update`.execute(tx);
  const previousPhoto = await tx
    .selectFrom('user_photo')
    .select('file')
    .where('user_id', '=', actor.userId)
    .executeTakeFirst();
  if (photo !== null) await recordFiles(tx, [photo]);
  await (photo === null
    ? tx.deleteFrom('user_photo').where('user_id', '=', actor.userId).execute()
    : tx
        .insertInto('user_photo')
        .values({ user_id: actor.userId, file: photo })
        .onConflict((oc) => oc.column('user_id').doUpdateSet({ file: photo }))
        .execute());
  if (previousPhoto) await tx.deleteFrom('stored_file').where('name', '=', previousPhoto.file).execute();
  return previousPhoto?.file;
}
