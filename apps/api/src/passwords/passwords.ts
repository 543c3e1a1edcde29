import type { Attempt, LoginAttempts } from '@posthorn/queue'
import { fairQueue, newSecret, type Worked } from '@posthorn/server'
import { bcryptCostOf, verifyOld } from './old-digests.js'

/** OWASP's parameters for Argon2id (the library's default variant): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * A hash takes a core for tens of milliseconds; two at a time leave room for everything else. Waiting callers wait
 * for a second or two, and addresses take turns.
 */
const forAnybody = fairQueue({ running: 2, waiting: 64 })

/**
 * Places reserved for callers with a session and for addresses that have logged in before, so that people can log in
 * while tens of thousands of addresses guess. Beyond these, they wait with all others.
 */
const forKnown = fairQueue({ running: 1, waiting: 64 })

async function inTurn<Result>(
  { address, isKnown }: { address: string; isKnown: boolean },
  work: () => Promise<Result>,
): Promise<Worked<Result>> {
  const worked = isKnown ? await forKnown(address, work) : undefined
  return worked?.outcome === 'done' ? worked : forAnybody(address, work)
}

/** Loads the library and its 19 MiB with the first password: most processes check none for days. */
const argon2 = () => import('@node-rs/argon2')

/** Returns the Argon2id hash of a password, in its stored form. */
export async function hashPassword(password: string): Promise<string> {
  return (await argon2()).hash(password, cost)
}

/**
 * Does the same for a caller at this address, in turn with all other password work. Callers with a session count as
 * known.
 */
export async function hashInTurn(password: string, address: string, isKnown = false): Promise<Hashed> {
  const worked = await inTurn({ address, isKnown }, () => hashPassword(password))
  return worked.outcome === 'busy' ? { outcome: 'login_busy' } : { outcome: 'hashed', hash: worked.result }
}

export type Hashed = { outcome: 'hashed'; hash: string } | { outcome: 'login_busy' }

/** A password, and the user or address that tries it. */
type PasswordAttempt = {
  password: string
  /** Looks the account up once the attempt's turn has come, so that rejected attempts cost Postgres nothing. */
  find: () => Promise<FoundAccount>
  address: string
  most: number
  hasSession?: boolean
}

/** An account, found or not. */
type FoundAccount = { account: Attempt['account']; stored: string | undefined }

/** The result of an attempt. After `most` wrong ones from an address in 15 minutes, further ones are not checked. */
export type VerifyPassword = (attempt: PasswordAttempt) => Promise<Verified>
type Verified =
  | {
      outcome: 'right'
      /** The Argon2id hash that is to replace the imported bcrypt digest `from`. */
      upgrade?: { from: string; to: string } | undefined
    }
  | { outcome: 'wrong_password' | 'too_many_attempts' | 'login_closed' | 'login_busy' }

/**
 * The first attempt creates the hash that stands in for missing accounts, so that time and cost reveal nothing. An
 * attempt is counted when its turn has come, so waiting attempts do not count against each other.
 * @param mostOldCost the highest cost among the imported bcrypt digests, or 0
 */
export function passwordVerifier(
  attempts: LoginAttempts,
  mostOldCost: () => Promise<number>,
): VerifyPassword {
  let nobodys: string | undefined
  return async ({ password, find, address, most, hasSession = false }) => {
    const isKnown = hasSession || (await attempts.isKnown(address))
    const worked = await inTurn({ address, isKnown }, async (): Promise<Verified> => {
      const { account, stored } = await find()
      const attempt = { account, address }
      const counted = await attempts.begin(attempt, most)
      if (counted === 'away') return { outcome: 'login_closed' }
      if (counted === 'too_many') return { outcome: 'too_many_attempts' }
      const isOld = bcryptCostOf(stored) !== undefined
      nobodys ??= await hashPassword(newSecret())
      const { verify } = await argon2()
      const isSame = await verify((!isOld && stored) || nobodys, password)
      const isSameOld = await verifyOld(stored, password, await mostOldCost())
      if (!stored || !(isOld ? isSameOld : isSame)) return { outcome: 'wrong_password' }
      await attempts.forgive(attempt)
      return {
        outcome: 'right',
        upgrade: isOld ? { from: stored, to: await hashPassword(password) } : undefined,
      }
    })
    return worked.outcome === 'busy' ? { outcome: 'login_busy' } : worked.result
  }
}
