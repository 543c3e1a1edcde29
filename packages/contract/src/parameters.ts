import { z } from 'zod'
import { maxSearchLength } from './limits.js'

export const Id = z.string().regex(/^[a-z0-9]{26}$/, 'wants an id, 26 characters of a-z and 0-9')

/**
 * Text that Postgres can store: without NUL and unpaired surrogates, which are refused where a text is a name or a secret
 * that is compared (accounts, sessions, teams): two that are not the same must not become the same. What only describes
 * (hooks, channels) is RepairedText.
 */
export const Text = z
  .string()
  .refine(
    text => !text.includes('\0') && text.isWellFormed(),
    'wants text without NUL and unpaired surrogates',
  )

/** Text in which half of a surrogate pair is no mistake: it becomes U+FFFD, as in the reference's objects. A NUL is a mistake. */
export const RepairedText = z
  .string()
  .refine(text => !text.includes('\0'), 'wants text without NUL')
  .overwrite(text => text.toWellFormed())

export const TextMap = z.record(Text, Text)

/** A name to look for. Postgres takes no NUL, and nothing is called by what stands for it here. */
export const Name = z.string().transform(text => text.replaceAll('\0', '\uFFFD'))

/** A whole number written in digits, as addresses have it; in the document it is an integer. */
function digits(most: number, wants: string) {
  return z
    .string()
    .transform((text, { addIssue }) => {
      if (text.length <= String(most).length && /^\d+$/.test(text)) return Number(text)
      addIssue(wants)
      return z.NEVER
    })
    .meta({ type: 'integer', minimum: 0, maximum: most })
}

/** A count or an offset; nine digits fit Postgres's integer. */
export const WholeNumber = digits(999_999_999, 'wants a whole number of at most nine digits')

/** A moment, in milliseconds since 1970. */
export const Timestamp = digits(999_999_999_999_999, 'wants milliseconds since 1970, at most fifteen digits')

/** What something is looked for by. */
export const SearchTerm = Text.max(maxSearchLength).default('').describe('The beginning of a name.')

/** What stands in addresses, by the name that it has there. */
export const inPath = {
  team: Id.describe('The team’s id.'),
  channel: Id.describe('The channel’s id.'),
  user: Id.describe('The user’s id.'),
  post: Id.describe('The post’s id.'),
  hook: Id.describe('The hook’s id, which is not its key.'),
  delivery: Id.describe('The delivery’s id, as X-Delivery-Id told it.'),
  client: Id.describe('The app’s id, which is its client id.'),
  replay: Id.describe('The replay’s id.'),
  name: Name.describe('The name in addresses, not the one that is shown.'),
  email: Name.describe('The e-mail address.'),
  username: Name.describe('The user name, in lower case.'),
  offset: WholeNumber.describe('How many to leave out.'),
  limit: WholeNumber.describe('How many at most.'),
  time: Timestamp.describe('Milliseconds since 1970.'),
}

/** The parameters of an address, by name: `params('team', 'hook')`. */
export function params<Name extends keyof typeof inPath>(...names: Name[]) {
  const shape = Object.fromEntries(names.map(name => [name, inPath[name]]))
  return z.object(shape as { [Key in Name]: (typeof inPath)[Key] })
}

/** Whether posts are told with their HTML: in the query of calls that answer posts. */
export const withHtml = z
  .enum(['true', 'false'])
  .default('false')
  .transform(text => text === 'true')
  .describe('Whether each post has its `html` too. Posthorn’s own: the reference has none.')
