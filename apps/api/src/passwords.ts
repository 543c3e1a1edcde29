import { hash, verify } from '@node-rs/argon2'
import type { Attempt, LoginAttempts } from '@posthorn/queue'
import { newSecret } from '@posthorn/server'

/** What OWASP's password storage page asks of Argon2id (the library's default variant): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash takes a core for tens of milliseconds; two at a time leave room for everything else (design 10). */
const inTurn = atMost(2)

/** The Argon2id hash of a password, as it is stored. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** A password for an account, found or not, and who tries it. */
export type Guess = { password: string; stored: string | undefined; attempt: Attempt; most: number }

/** What a guess comes to: `most` wrong ones in 15 minutes, and further ones are not even looked at. */
export type Prove = (
  guess: Guess,
) => Promise<'right' | 'wrong_password' | 'too_many_attempts' | 'login_closed'>

/**
 * Makes the hash that stands in for an account that does not exist, so that its time and cost give nothing away.
 * A guess is counted when its turn has come: those that wait do not count against each other.
 */
export async function passwordCheck(attempts: LoginAttempts): Promise<Prove> {
  const nobodys = await hashPassword(newSecret())
  return ({ password, stored, attempt, most }) =>
    inTurn(async () => {
      const counted = await attempts.begin(attempt, most)
      if (counted === 'away') return 'login_closed'
      if (counted === 'too_many') return 'too_many_attempts'
      const same = await verify(stored || nobodys, password)
      if (!same || !stored) return 'wrong_password'
      await attempts.forgive(attempt)
      return 'right'
    })
}

/** Runs at most `limit` pieces of work at once, the others in the order they came. */
export function atMost(limit: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  let free = limit
  const waiting: (() => void)[] = []
  return async work => {
    if (free > 0) free--
    else await new Promise<void>(resolve => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}
