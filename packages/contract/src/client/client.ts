import type { Call, Read, Written } from './call.js'
import { calls } from './calls/index.js'

type Calls = typeof calls
type Part<Definition, Name extends string> = Definition extends { [Key in Name]: infer Schema }
  ? Schema
  : undefined

/** What goes into an address, as text or number. */
type Params<Definition> = {
  [Key in keyof Written<Part<Definition, 'params'>>]: string | number
}
type Optional<Schema> = Schema extends undefined ? { [never: string]: never } : Schema

type Input<Definition> = (Part<Definition, 'params'> extends undefined
  ? unknown
  : { params: Params<Definition> }) &
  (Part<Definition, 'body'> extends undefined ? unknown : { body: Written<Part<Definition, 'body'>> }) &
  (Part<Definition, 'query'> extends undefined
    ? unknown
    : { query?: { [Key in keyof Optional<Written<Part<Definition, 'query'>>>]?: string | number } }) & {
    signal?: AbortSignal
  }

type Arguments<Definition> = Part<Definition, 'params'> | Part<Definition, 'body'> extends undefined
  ? [input?: Input<Definition>]
  : [input: Input<Definition>]

/** A function for each call, by its `operationId`. Rejects with ApiError, or as `fetch` does when nobody answers. */
export type Client = {
  [Name in keyof Calls]: (...input: Arguments<Calls[Name]>) => Promise<Read<Part<Calls[Name], 'answer'>>>
}

/** The error object of a refusal; a proxy's page or the plain text of 429 has its status only. */
export class ApiError extends Error {
  override name = 'ApiError'
  constructor(
    readonly status: number,
    readonly id: string,
    message: string,
    readonly detail: string,
  ) {
    super(message)
  }
}

export type ClientOptions = {
  /** Where the server is, without a slash at its end; empty for the page's own. */
  baseUrl?: string
  /** A session's token; in a browser its cookie does as well. */
  token?: string
  fetch?: typeof globalThis.fetch
}

type AnyInput = {
  params?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  body?: unknown
  signal?: AbortSignal
}

/** A client of the calls that are defined here. */
export function createClient(options: ClientOptions = {}): Client {
  const methods = Object.entries<Call>(calls).map(([name, call]) => [
    name,
    (input: AnyInput = {}) => send(call, input, options),
  ])
  return Object.fromEntries(methods)
}

async function send(call: Call, input: AnyInput, options: ClientOptions): Promise<unknown> {
  const { baseUrl = '', token, fetch = globalThis.fetch } = options
  const [method = 'GET', path = ''] = call.route.split(' ')
  const { body, signal = null } = input
  const response = await fetch(`${baseUrl}/api/v3${addressOf(path, input)}`, {
    method,
    signal,
    headers: {
      'x-requested-with': 'XMLHttpRequest', // no other site can make a browser send it
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(method === 'POST' && { 'content-type': 'application/json' }),
    },
    body: method === 'POST' ? JSON.stringify(body ?? {}) : null,
  })
  const text = await response.text()
  if (response.ok) return JSON.parse(text)
  throw errorIn(response.status, text)
}

/** `/teams/:team(^[a-z]+$)/stats` with its parameters and query. */
function addressOf(path: string, { params = {}, query = {} }: AnyInput): string {
  const address = path.replace(/:(\w+)(?:\([^)]*\))?/g, (_, name) =>
    encodeURIComponent(String(params[name] ?? '')),
  )
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? address : `${address}?${new URLSearchParams(given)}`
}

function errorIn(status: number, text: string): ApiError {
  try {
    const { id = '', message = '', detailed_error = '' } = JSON.parse(text)
    if (message !== '') return new ApiError(status, id, message, detailed_error)
  } catch {
    // no error object: said below
  }
  const message =
    status === 429 ? 'Too many calls in a short time.' : `The server answered with status ${status}.`
  return new ApiError(status, '', message, '')
}
