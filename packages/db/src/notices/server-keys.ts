import type { Db } from '../connection/open.js'

/** A key pair of the server. `secret` is encrypted. */
export type ServerKey = { public: string; secret: string }

/** Returns the key pair of this name. The first process that asks stores what `make` returns. */
export async function serverKey(db: Db, name: string, make: () => ServerKey): Promise<ServerKey> {
  const found = await findServerKey(db, name)
  if (found) return found
  const made = make()
  await db.$executeRaw`
    INSERT INTO server_keys (name, public, secret) VALUES (${name}, ${made.public}, ${made.secret}) ON CONFLICT DO NOTHING`
  return (await findServerKey(db, name)) ?? made
}

function findServerKey(db: Db, name: string): Promise<ServerKey | null> {
  return db.serverKey.findUnique({ where: { name }, select: { public: true, secret: true } })
}

/** Replaces the encrypted half of a key pair, unless it has changed meanwhile. */
export async function resealServerKey(db: Db, name: string, from: string, secret: string): Promise<void> {
  await db.serverKey.updateMany({ where: { name, secret: from }, data: { secret } })
}
