import type { Call } from '../call.js'
import { ApiError, errorIn } from './api-error.js'

export type ClientOptions = {
  /** The server's base URL without trailing slash. Empty for the page's own origin. */
  baseUrl?: string
  /** A session token. Absent in browsers, which use the cookie. */
  token?: string
  fetch?: typeof globalThis.fetch
}

/** Options of every call. */
export type AnyInput = {
  params?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  body?: unknown
  signal?: AbortSignal
}

type Sent = { answer: unknown; headers: Record<string, string | undefined> }

/** Makes a call. @throws ApiError */
export async function send(call: Call, input: AnyInput, options: ClientOptions): Promise<Sent> {
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
