import type { Call, InputOf, OutputOf } from '../call.js'
import { calls } from '../calls/index.js'
import { ApiError, errorIn } from './api-error.js'

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

export type ClientOptions = {
  /** The server's base URL without trailing slash. Empty for the page's own origin. */
  baseUrl?: string
  /** A session token. Absent in browsers, which use the cookie. */
  token?: string
  fetch?: typeof globalThis.fetch
}

/** Options of every call. */
type AnyInput = {
  params?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  body?: unknown
  signal?: AbortSignal
}

type Sent = { answer: unknown; headers: Record<string, string | undefined> }

/** Makes a call. @throws ApiError */
async function send(call: Call, input: AnyInput, options: ClientOptions): Promise<Sent> {
  const { response, text } = await exchange(call, input, options)
  const answer = response.ok ? jsonIn(text) : undefined
  if (answer === undefined) throw errorIn(response, text)
  const { headers: names = [] } = call
  const headers = Object.fromEntries(names.map(name => [name, response.headers.get(name) ?? undefined]))
  return { answer, headers }
}

async function exchange(call: Call, input: AnyInput, options: ClientOptions) {
  const { baseUrl = '', fetch = globalThis.fetch } = options
  const [method = 'GET', path = ''] = call.route.split(' ')
  const url = `${baseUrl}/api/v3${addressOf(path, input)}`
  const { body = {}, signal = null } = input
  try {
    const response = await fetch(url, {
      method,
      signal,
      headers: headersFor(method, options),
      body: method === 'POST' ? JSON.stringify(body) : null,
    })
    return { response, text: await response.text() }
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new ApiError(0, 'Cannot reach the server. Check your connection and try again.', { cause })
  }
}

function headersFor(method: string, { token }: ClientOptions): Record<string, string> {
  return {
    'x-requested-with': 'XMLHttpRequest', // other origins cannot make a browser send it
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(method === 'POST' && { 'content-type': 'application/json' }),
  }
}

/** Fills in the parameters and query of a route such as `/teams/:team(^[a-z]+$)/stats`. */
function addressOf(path: string, { params = {}, query = {} }: AnyInput): string {
  const address = path.replace(/:(\w+)(?:\([^)]*\))?/g, (_, name) => encodedPart(name, String(params[name])))
  // in the console's forms and for the first page, empty means absent; the API rejects empty values
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? address : `${address}?${new URLSearchParams(given)}`
}

/** Rejects dot segments, because URL normalization would turn the address into another call's, even if encoded. */
function encodedPart(name: string, value: string): string {
  if (/^\.{0,2}$/.test(value)) throw new ApiError(0, `The parameter ${name} cannot be '${value}'.`)
  return encodeURIComponent(value)
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
