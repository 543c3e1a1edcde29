import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'

/** A user's picture: the bytes of an image of one format, and its time. */
export type UserPicture = { picture: Uint8Array<ArrayBuffer>; changedAt: number }

export async function findPicture(db: Db, userId: string): Promise<UserPicture | undefined> {
  const row = await db.userPicture.findUnique({ where: { userId } })
  return row ? { picture: row.picture, changedAt: ms(row.changedAt) } : undefined
}

export async function savePicture(
  db: Db,
  userId: string,
  { picture, changedAt }: UserPicture,
): Promise<void> {
  const changes = { picture, changedAt }
  await db.userPicture.upsert({ where: { userId }, create: { userId, ...changes }, update: changes })
}

/** Deletes the picture, if any. The user is shown by initials again. */
export async function deletePicture(db: Db, userId: string): Promise<void> {
  await db.userPicture.deleteMany({ where: { userId } })
}
