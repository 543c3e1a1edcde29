import { z } from 'zod'
import { maxSearchLength } from './limits.js'

export const Id = z.string().regex(/^[a-z0-9]{26}$/, 'must be an ID: 26 characters of a-z and 0-9')

/**
 * Text that Postgres can store: without NUL and unpaired surrogates. Those are rejected if the text is a name or a secret
 * that is compared (accounts, sessions, teams), because replacing them could make two different texts equal. Descriptive
 * text (hooks, channels) is RepairedText.
 */
export const Text = z
  .string()
  .refine(
    text => !text.includes('\0') && text.isWellFormed(),
    'must be text without NUL and unpaired surrogates',
  )

/** Text in which unpaired surrogates become U+FFFD, as in the reference's objects. NUL is rejected. */
export const RepairedText = z
  .string()
  .refine(text => !text.includes('\0'), 'must be text without NUL')
  .overwrite(text => text.toWellFormed())

export const TextMap = z.record(Text, Text)

/** A name to look up. Postgres stores no NUL, so NUL is replaced by a character that no name contains. */
export const Name = z.string().transform(text => text.replaceAll('\0', '\uFFFD'))

/** A whole number in decimal digits, as in URLs. The OpenAPI document declares it as an integer. */
function digits(most: number, message: string) {
  return z
    .string()
    .transform((text, { addIssue }) => {
      if (text.length <= String(most).length && /^\d+$/.test(text)) return Number(text)
      addIssue(message)
      return z.NEVER
    })
    .meta({ type: 'integer', minimum: 0, maximum: most })
}

/** A count or an offset. Nine digits fit Postgres's integer. */
export const WholeNumber = digits(999_999_999, 'must be a whole number of at most nine digits')

/** A time in milliseconds since 1970. */
export const Timestamp = digits(
  999_999_999_999_999,
  'must be milliseconds since 1970, at most fifteen digits',
)

/** A search term. */
export const SearchTerm = Text.max(maxSearchLength).default('').describe('Beginning of a name.')

/**
 * Reads a parameter that narrows what a call returns, and is empty if it is absent. Rejects an empty one, because the empty
 * variable of a script must not select everything.
 */
export const orEmpty = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  schema.optional().transform((text): z.output<Schema> | '' => text ?? '')

/** A text that narrows what a call returns. */
export const filterText = (mostCharacters: number) =>
  orEmpty(Text.min(1, 'must not be empty: give it a value, or leave it out').max(mostCharacters))

/** Where a page begins, in lists in the order of IDs. It narrows nothing, so it is empty for the first page. */
export const PageCursor = Id.or(z.literal('')).default('').describe('The `next` of the previous page.')

/** Path parameters, by name. */
export const inPath = {
  team: Id.describe('The team’s ID.'),
  channel: Id.describe('The channel’s ID.'),
  user: Id.describe('The user’s ID.'),
  post: Id.describe('The post’s ID.'),
  hook: Id.describe('The hook’s ID, which differs from its key.'),
  delivery: Id.describe('The delivery’s ID, from the response header X-Delivery-Id.'),
  file: Id.describe('The file’s ID.'),
  client: Id.describe('The app’s client ID, which is also its ID.'),
  replay: Id.describe('The replay’s ID.'),
  erasure: Id.describe('The erasure’s ID.'),
  name: Name.describe('The URL name, not the display name.'),
  email: Name.describe('The e-mail address.'),
  username: Name.describe('The user name, in lower case.'),
  offset: WholeNumber.describe('Number of items to skip.'),
  limit: WholeNumber.describe('Maximum number of items.'),
  time: Timestamp.describe('Milliseconds since 1970.'),
}

/** Returns the schema of path parameters by name: `params('team', 'hook')`. */
export function params<Name extends keyof typeof inPath>(...names: Name[]) {
  const shape = Object.fromEntries(names.map(name => [name, inPath[name]]))
  return z.object(shape as { [Key in Name]: (typeof inPath)[Key] })
}

/** A query option that is off by default. */
export const yesOrNo = (description: string) =>
  z
    .enum(['true', 'false'])
    .default('false')
    .transform(text => text === 'true')
    .describe(description)

/** The query option of calls that return posts: whether to include their HTML. */
export const withHtml = yesOrNo('Whether to include the `html` of each post. Only in Posthorn.')

/** Describes how users are found, for the OpenAPI document. */
export const howUsersAreFound =
  'Matches the beginnings of words in the user name and nickname, and in the full name and e-mail address ' +
  'if the caller can see them. Ignores case. Words end at spaces, `.`, `_`, `-` and `@`. Deactivated ' +
  'users are omitted.'
