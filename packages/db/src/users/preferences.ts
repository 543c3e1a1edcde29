import type { Db } from '../connection/open.js'
import { ms } from '../connection/time.js'
import { inTransaction } from '../connection/transaction.js'

/** A value that a client stores for its user. */
export type Preference = { category: string; name: string; value: string }

/** Returns a user's preferences, optionally those of a category, by category and name. */
export function preferencesOf(db: Db, userId: string, category?: string): Promise<Preference[]> {
  return db.preference.findMany({
    where: { userId, ...(category !== undefined && { category }) },
    orderBy: [{ category: 'asc' }, { name: 'asc' }],
    select: { category: true, name: true, value: true },
  })
}

export async function findPreference(
  db: Db,
  userId: string,
  category: string,
  name: string,
): Promise<Preference | undefined> {
  const where = { userId_category_name: { userId, category, name } }
  return (await db.preference.findUnique({ where })) ?? undefined
}

/** Stores all of them, or none if the user would have more than `most`. If a name occurs twice, the last one counts. */
export async function savePreferences(
  db: Db,
  userId: string,
  given: Preference[],
  most: number,
): Promise<'saved' | 'too_many_preferences'> {
  const { categories, names, values } = columns(given)
  return inTransaction(db, async tx => {
    await tx.$queryRaw`SELECT 1 FROM users WHERE id = ${userId} FOR NO KEY UPDATE`
    const [{ total } = { total: 0 }] = await tx.$queryRaw<{ total: number }[]>`
      SELECT count(*)::int AS total FROM (
        SELECT category, name FROM preferences WHERE user_id = ${userId}
        UNION SELECT * FROM unnest(${categories}::text[], ${names}::text[])
      ) AS together`
    if (total > most) return 'too_many_preferences'
    await tx.$executeRaw`
      INSERT INTO preferences (user_id, category, name, value)
      SELECT ${userId}, * FROM unnest(${categories}::text[], ${names}::text[], ${values}::text[])
      ON CONFLICT (user_id, category, name) DO UPDATE SET value = excluded.value`
    return 'saved'
  })
}

/** Returns those of these names that exist. */
export async function deletePreferences(db: Db, userId: string, given: Preference[]): Promise<void> {
  const { categories, names } = columns(given)
  await db.$executeRaw`
    DELETE FROM preferences USING unnest(${categories}::text[], ${names}::text[]) AS gone (category, name)
    WHERE user_id = ${userId} AND preferences.category = gone.category AND preferences.name = gone.name`
}

function columns(given: Preference[]) {
  const distinct = new Map(given.map(one => [JSON.stringify([one.category, one.name]), one]))
  const rows = [...distinct.values()]
  return {
    categories: rows.map(({ category }) => category),
    names: rows.map(({ name }) => name),
    values: rows.map(({ value }) => value),
  }
}

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
