import { type Db, resealServerKey, serverKey } from '@posthorn/db'
import type { Log, SecretBox } from '@posthorn/server'
import webPush from 'web-push'

/** The keys that identify this server to push services (RFC 8292), in base64url. */
export type VapidKeys = { publicKey: string; privateKey: string }

const name = 'vapid'

/**
 * Returns the server's keys, which the first api generates. They are stored encrypted. Returns undefined if the server has no
 * SECRETS_KEY, or not the one that encrypted them.
 */
export async function openVapidKeys(db: Db, box: SecretBox, log: Log): Promise<VapidKeys | undefined> {
  const made = webPush.generateVAPIDKeys()
  const secret = box.seal(made.privateKey, name)
  if (secret === undefined) return undefined
  const stored = await serverKey(db, name, () => ({ public: made.publicKey, secret }))
  const privateKey = box.open(stored.secret, name)
  if (privateKey === undefined) {
    log.warn('push notifications are off: SECRETS_KEY is not the key that encrypted the server’s push key')
    return undefined
  }
  const sealed = box.isCurrent(stored.secret) ? undefined : box.seal(privateKey, name)
  if (sealed !== undefined) await resealServerKey(db, name, stored.secret, sealed)
  return { publicKey: stored.public, privateKey }
}
