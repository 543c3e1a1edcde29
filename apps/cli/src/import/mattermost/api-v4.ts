import { setTimeout as delay } from 'node:timers/promises'
import { Failure, unreachable } from '../../failure.js'
import { isFields, textField } from '../files/fields.js'

const timeoutMs = 30_000
/** A page of webhooks has at most 200, of some kilobytes each. */
const maxBytes = 16 * 1024 * 1024
const mostWaits = 10
const longestWaitSeconds = 60

/** Gets an object below `/api/v4/`. Undefined if there is none, or the token may not see it. */
export type Get = (path: string) => Promise<unknown>

/** Opens the API of a Mattermost server. The token goes to this address only: redirects are reported, not followed. */
export function openMattermostApi(url: string, token: string, note: (text: string) => void): Get {
  const base = `${url.replace(/\/+$/, '')}/api/v4/`
  const ask = (path: string) =>
    fetch(base + path, {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json' },
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(cause => {
      throw unreachable(url, cause, 'Check that Mattermost runs, and the address.')
    })
  return async path => {
    let response = await ask(path)
    for (let waits = 0; response.status === 429 && waits < mostWaits; waits++) {
      const seconds = secondsToWait(response)
      note(`${url} limits calls. Waiting ${seconds} s …`)
      await delay(1000 * seconds)
      response = await ask(path)
    }
    return readAnswer(response, url)
  }
}

/** Mattermost says in how many seconds its limit starts anew. */
function secondsToWait({ headers }: Response): number {
  const seconds = Number(headers.get('x-ratelimit-reset') ?? headers.get('retry-after'))
  return seconds > 0 ? Math.min(seconds, longestWaitSeconds) : 1
}

async function readAnswer(response: Response, url: string): Promise<unknown> {
  const { status, headers } = response
  if (status >= 300 && status < 400)
    throw new Failure(`${url} redirects to ${headers.get('location')}.`, 'Pass the final address.')
  const text = await readText(response, url)
  if (status === 404) return undefined
  const answer = parse(text)
  if (response.ok && answer !== undefined) return answer
  if (response.ok)
    throw new Failure(`${url} did not return JSON.`, 'Is it the address of a Mattermost server?')
  const says = isFields(answer) ? ` It says: ${textField(answer, 'message').slice(0, 300)}` : ''
  throw new Failure(`${url} returned ${status}.${says}`, nextFor[status] ?? 'Check the address.')
}

const nextFor: Record<number, string> = {
  401: 'Set MATTERMOST_TOKEN to a valid personal access token.',
  403: 'The token needs the permissions of a system administrator.',
}

async function readText({ body }: Response, url: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body ?? []) {
      bytes += chunk.length
      if (bytes > maxBytes) break
      chunks.push(chunk)
    }
  } catch {
    throw new Failure(`The answer of ${url} broke off.`, 'Try again.')
  }
  if (bytes <= maxBytes) return Buffer.concat(chunks).toString()
  throw new Failure(
    `The answer of ${url} exceeds ${maxBytes} bytes.`,
    'Is it the address of a Mattermost server?',
  )
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
