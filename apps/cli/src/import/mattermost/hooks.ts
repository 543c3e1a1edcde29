import { setTimeout as delay } from 'node:timers/promises'
import { Failure, unreachable, usageFailure } from '../../failure.js'
import { hookIdOf } from '../files/new-keys.js'
import { type Fields, fit, isFields, type TableRow, textField } from '../files/read-table.js'
import type { Records, Skip } from '../source.js'
import { channelKey } from './objects.js'

/** Reads the hooks of a table with the columns of IncomingWebhooks, and the names `creator`, `channel` and `team`. */
export function* hooksIn(rows: TableRow[], skip: Skip): Generator<Records['hook']> {
  for (const row of rows) {
    const { id: key = '', creator = '', channel = '', team = '', displayname, display_name } = row
    const title = displayname ?? display_name ?? ''
    if (Number(row.deleteat ?? row.delete_at ?? 0) > 0) continue
    if (creator === '' || channel === '' || team === '')
      skip('hook', title, 'Its row has no creator, channel or team.')
    else
      yield {
        ...{ id: hookIdOf(key), key, user_id: creator, channel_id: channelKey(team, channel) },
        create_at: Number(row.createat ?? row.create_at ?? 0) || 0,
        display_name: fit(title, 64),
        description: fit(row.description ?? '', 128),
        channel_locked: /^(1|t|true)$/i.test(row.channellocked ?? row.channel_locked ?? ''),
      }
  }
}

const perPage = 200
const mostHooks = 20_000

/** Reads the hooks of a running server by its API v4, as rows like those of its table. */
export async function hooksOfServer(
  url: string,
  token: string | undefined,
  note: (text: string) => void,
): Promise<TableRow[]> {
  if (token === undefined)
    throw usageFailure(
      'MATTERMOST_TOKEN is missing.',
      'Set it to a personal access token of an administrator.',
    )
  const get = openMattermostApi(url, token, note)
  const nameOf = namesOnce(get)
  const rows: TableRow[] = []
  for (let page = 0; ; page++) {
    const hooks = await get(`hooks/incoming?page=${page}&per_page=${perPage}`)
    if (!Array.isArray(hooks)) throw new Failure(`${url} did not list its webhooks.`, 'Check the address.')
    for (const hook of hooks.filter(isFields)) rows.push(await withNames(hook, nameOf))
    if (hooks.length < perPage) return rows
    if (rows.length >= mostHooks)
      throw new Failure(
        `${url} lists over ${mostHooks} webhooks.`,
        'Take them from the database with --hooks.',
      )
  }
}

type NameOf = (path: string, field: string) => Promise<string>

/** Asks for each user, channel and team once. A name is empty if it is gone. */
function namesOnce(get: Get): NameOf {
  const names = new Map<string, Promise<string>>()
  return (path, field) => {
    const found = names.get(path) ?? get(path).then(value => (isFields(value) ? textField(value, field) : ''))
    names.set(path, found)
    return found
  }
}

async function withNames(hook: Fields, nameOf: NameOf): Promise<TableRow> {
  const row = Object.fromEntries(Object.entries(hook).map(([name, value]) => [name, String(value ?? '')]))
  const idOf = (field: string) => encodeURIComponent(row[field] ?? '')
  const [creator, channel, team] = await Promise.all([
    nameOf(`users/${idOf('user_id')}`, 'username'),
    nameOf(`channels/${idOf('channel_id')}`, 'name'),
    nameOf(`teams/${idOf('team_id')}`, 'name'),
  ])
  return { ...row, creator, channel, team }
}

const timeoutMs = 30_000
/** A page of webhooks has at most 200, of some kilobytes each. */
const maxBytes = 16 * 1024 * 1024
const mostWaits = 10
const longestWaitSeconds = 60

/** Gets an object below `/api/v4/`. Undefined if there is none, or the token may not see it. */
type Get = (path: string) => Promise<unknown>

/** Opens the API of a Mattermost server. The token goes to this address only: redirects are reported, not followed. */
function openMattermostApi(url: string, token: string, note: (text: string) => void): Get {
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
