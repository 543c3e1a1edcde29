import type { Call } from '../call.js'
import { ApiError, errorIn } from './api-error.js'

export type ClientOptions = {
  /** Where the server is, without a slash at its end; empty for the page's own. */
  baseUrl?: string
  /** A session's token. Absent in a browser, whose session is its cookie. */
  token?: string
  fetch?: typeof globalThis.fetch
}

/** What a caller gives to any call. */
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
    throw new ApiError(0, 'The server does not answer.', { cause })
  }
}

function headersFor(method: string, { token }: ClientOptions): Record<string, string> {
  return {
    'x-requested-with': 'XMLHttpRequest', // no other site can make a browser send it
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
    ...(method === 'POST' && { 'content-type': 'application/json' }),
  }
}

/** `/teams/:team(^[a-z]+$)/stats` with its parameters and query. */
function addressOf(path: string, { params = {}, query = {} }: AnyInput): string {
  const address = path.replace(/:(\w+)(?:\([^)]*\))?/g, (_, name) => encodedPart(name, String(params[name])))
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? address : `${address}?${new URLSearchParams(given)}`
}

/** Addresses are put in order before they are sent: dots, encoded or not, would make another call of this one. */
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
