import type { Call, InputOf, OutputOf } from '../call.js'
import { calls } from '../calls/index.js'
import { type AnyInput, type ClientOptions, send } from './send.js'

type Calls = typeof calls
type Part<Definition, Name extends string> = Definition extends { [Key in Name]: infer Found }
  ? Found
  : undefined

/** The values of a query. Numbers are allowed for strings, but enums stay strict. Empty values are left out. */
type Addressed<Schema> = {
  [Key in keyof Schema]: string extends Schema[Key] ? Schema[Key] | number : Schema[Key] | ''
}
type Params<Definition> = Record<keyof InputOf<Part<Definition, 'params'>>, string | number>
type Query<Definition> = Addressed<InputOf<Part<Definition, 'query'>>>

type Input<Definition> = (Part<Definition, 'params'> extends undefined
  ? unknown
  : { params: Params<Definition> }) &
  (Part<Definition, 'body'> extends undefined ? unknown : { body: InputOf<Part<Definition, 'body'>> }) &
  (Part<Definition, 'query'> extends undefined ? unknown : { query?: Query<Definition> }) & {
    signal?: AbortSignal
  }

type Arguments<Definition> = Part<Definition, 'params'> | Part<Definition, 'body'> extends undefined
  ? [input?: Input<Definition>]
  : [input: Input<Definition>]

type Answer<Definition> = OutputOf<Part<Definition, 'answer'>>
type Headers<Definition> =
  Part<Definition, 'headers'> extends readonly (infer Name extends string)[]
    ? Record<Name, string | undefined>
    : never

/** Makes the call. `withHeaders` also returns the headers that the call's definition names. */
type Method<Definition> = ((...input: Arguments<Definition>) => Promise<Answer<Definition>>) &
  (Part<Definition, 'headers'> extends undefined
    ? unknown
    : {
        withHeaders: (
          ...input: Arguments<Definition>
        ) => Promise<{ answer: Answer<Definition>; headers: Headers<Definition> }>
      })

/** A function per call, by `operationId`. All failures reject with an ApiError. */
export type Client = { [Name in keyof Calls]: Method<Calls[Name]> }

/**
 * Creates a typed client of all calls defined here.
 *
 * ```ts
 * const client = createClient({ baseUrl: 'https://posthorn.example.com', token })
 * const hook = await client.getHook({ params: { team, hook: id }, signal })
 * const { answer, headers } = await client.listPosts.withHeaders({ params: { team, channel, offset: 0, limit: 60 } })
 * if (headers['X-Has-More'] === 'true') …
 * await client.createHook({ params: { team }, body }).catch(error => {
 *   if (error instanceof ApiError && error.is('no_session')) …
 * })
 * ```
 */
export function createClient(options: ClientOptions = {}): Client {
  const methods = Object.entries<Call>(calls).map(([name, call]) => {
    const withHeaders = (input: AnyInput = {}) => send(call, input, options)
    const answer = async (input?: AnyInput) => (await withHeaders(input)).answer
    return [name, Object.assign(answer, { withHeaders })]
  })
  return Object.fromEntries(methods)
}
