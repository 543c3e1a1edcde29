import { hash, verify } from '@node-rs/argon2'
import { newSecret } from '@posthorn/server'

/** What OWASP's password storage page asks of Argon2id (the library's default variant): 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash takes a core for tens of milliseconds; two at a time leave room for everything else (design 10). */
const inTurn = atMost(2)

/** The Argon2id hash of a password, as it is stored. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, cost))
}

/** Whether a password is the one that was hashed; never when there is no hash, which takes exactly as long to say. */
export type IsPassword = (password: string, stored: string | undefined) => Promise<boolean>

/** Makes the hash that stands in for an account that does not exist, so that its time and cost give nothing away. */
export async function passwordCheck(): Promise<IsPassword> {
  const nobodys = await hashPassword(newSecret())
  return async (password, stored) => {
    const same = await inTurn(() => verify(stored || nobodys, password))
    return same && Boolean(stored)
  }
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
