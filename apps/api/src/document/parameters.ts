import { z } from 'zod'
import { Id } from '../parameters.js'

/** What stands in the addresses. The routes read it as text; this is what is wanted. */
const known: Record<string, z.ZodType> = {
  team: Id.describe('The team’s id.'),
  channel: Id.describe('The channel’s id.'),
  user: Id.describe('The user’s id.'),
  post: Id.describe('The post’s id.'),
  hook: Id.describe('The hook’s id, which is not its key.'),
  delivery: Id.describe('The delivery’s id, as X-Delivery-Id told it.'),
  replay: Id.describe('The replay’s id.'),
  name: z.string().min(1).describe('The name in addresses, not the one that is shown.'),
  username: z.string().min(1).describe('The user name, in lower case.'),
  offset: z.int().min(0).max(999_999_999).describe('How many to leave out.'),
  limit: z.int().min(0).max(999_999_999).describe('How many at most.'),
  time: z.int().min(0).max(999_999_999_999_999).describe('Milliseconds since 1970.'),
}

/** The parameters of an address, as `/users/{user}/get`; undefined when there are none. */
export function parametersOf(path: string): z.ZodType | undefined {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  if (names.length === 0) return undefined
  return z.object(Object.fromEntries(names.map(name => [name, known[name] ?? z.string()])))
}
