import type { Attempt, LoginAttempts } from '@posthorn/queue'
import { fairQueue, newSecret, type Worked } from '@posthorn/server'

/** What OWASP's password storage page asks of Argon2id (the library's default variant): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * A hash takes a core for tens of milliseconds; two at a time leave room for everything else. Those who wait
 * do so for a second or two; addresses take turns.
 */
const forAnybody = fairQueue({ running: 2, waiting: 64 })

/**
 * Places that no stranger takes, so that people get in while tens of thousands of addresses guess: for who has a session,
 * and for addresses that have logged in before. Beyond these they wait among all others.
 */
const forKnown = fairQueue({ running: 1, waiting: 64 })

async function inTurn<Result>(
  { address, isKnown }: { address: string; isKnown: boolean },
  work: () => Promise<Result>,
): Promise<Worked<Result>> {
  const worked = isKnown ? await forKnown(address, work) : undefined
  return worked?.outcome === 'done' ? worked : forAnybody(address, work)
}

/** Its code and its 19 MiB come when the first password does: most processes see none for days. */
const argon2 = () => import('@node-rs/argon2')

/** The Argon2id hash of a password, as it is stored. */
export async function hashPassword(password: string): Promise<string> {
  return (await argon2()).hash(password, cost)
}

/** The same for a caller at this address, in turn with all other work on passwords. Who has a session is known. */
export async function hashInTurn(password: string, address: string, isKnown = false): Promise<Hashed> {
  const worked = await inTurn({ address, isKnown }, () => hashPassword(password))
  return worked.outcome === 'busy' ? { outcome: 'login_busy' } : { outcome: 'hashed', hash: worked.result }
}

export type Hashed = { outcome: 'hashed'; hash: string } | { outcome: 'login_busy' }

/** A password, and who tries it: with a session of the account, or to begin one. */
export type PasswordAttempt = {
  password: string
  /** Looks the account up, when the attempt's turn has come: those who are turned away cost Postgres nothing. */
  find: () => Promise<FoundAccount>
  address: string
  most: number
  hasSession?: boolean
}

/** An account, found or not. */
export type FoundAccount = { account: Attempt['account']; stored: string | undefined }

/** What an attempt comes to: `most` wrong ones from an address in 15 minutes, and further ones are not even looked at. */
export type VerifyPassword = (attempt: PasswordAttempt) => Promise<Verified>
export type Verified = {
  outcome: 'right' | 'wrong_password' | 'too_many_attempts' | 'login_closed' | 'login_busy'
}

/**
 * With the first attempt, whoever's it is, it makes the hash that stands in for an account that does not exist, so that
 * its time and cost give nothing away. An attempt is counted when its turn has come: those that wait do not count
 * against each other.
 */
export function passwordVerifier(attempts: LoginAttempts): VerifyPassword {
  let nobodys: string | undefined
  return async ({ password, find, address, most, hasSession = false }) => {
    const isKnown = hasSession || (await attempts.isKnown(address))
    const worked = await inTurn({ address, isKnown }, async (): Promise<Verified['outcome']> => {
      const { account, stored } = await find()
      const attempt = { account, address }
      const counted = await attempts.begin(attempt, most)
      if (counted === 'away') return 'login_closed'
      if (counted === 'too_many') return 'too_many_attempts'
      const { verify } = await argon2()
      nobodys ??= await hashPassword(newSecret())
      const same = await verify(stored || nobodys, password)
      if (!same || !stored) return 'wrong_password'
      await attempts.forgive(attempt)
      return 'right'
    })
    return { outcome: worked.outcome === 'busy' ? 'login_busy' : worked.result }
  }
}
