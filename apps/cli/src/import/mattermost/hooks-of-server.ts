import { Failure, unreachable, usageFailure } from '../../failure.js'
import { type Fields, isFields, textField } from '../files/fields.js'
import type { TableRow } from '../files/read-table.js'

const perPage = 200
const mostHooks = 20_000
const timeoutMs = 30_000

/** Reads the hooks of a running server by its API v4, as rows like those of its table. */
export async function hooksOfServer(url: string, token: string | undefined): Promise<TableRow[]> {
  if (token === undefined)
    throw usageFailure(
      'MATTERMOST_TOKEN is missing.',
      'Set it to a personal access token of an administrator.',
    )
  const get = caller(url, token)
  const rows: TableRow[] = []
  for (let page = 0; rows.length < mostHooks; page++) {
    const hooks = await get(`hooks/incoming?page=${page}&per_page=${perPage}`)
    if (!Array.isArray(hooks)) throw new Failure(`${url} did not list its webhooks.`)
    for (const hook of hooks.filter(isFields)) rows.push(await withNames(hook, get))
    if (hooks.length < perPage) break
  }
  return rows
}

type Get = (path: string) => Promise<unknown>

function caller(url: string, token: string): Get {
  return async path => {
    const response = await fetch(`${url.replace(/\/+$/, '')}/api/v4/${path}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(cause => {
      throw unreachable(url, cause)
    })
    if (response.ok) return response.json()
    throw new Failure(`${url} returned ${response.status} for ${path}.`, 'Check the address and the token.')
  }
}

const names = new Map<string, Promise<string>>()

/** Each user, channel and team is asked for once. */
function nameOf(get: Get, path: string, field: string): Promise<string> {
  const known = names.get(path)
  if (known) return known
  const found = get(path).then(value => (isFields(value) ? textField(value, field) : ''))
  names.set(path, found)
  return found
}

async function withNames(hook: Fields, get: Get): Promise<TableRow> {
  const row = Object.fromEntries(Object.entries(hook).map(([name, value]) => [name, String(value ?? '')]))
  const [creator, channel, team] = await Promise.all([
    nameOf(get, `users/${row.user_id}`, 'username'),
    nameOf(get, `channels/${row.channel_id}`, 'name'),
    nameOf(get, `teams/${row.team_id}`, 'name'),
  ])
  return { ...row, creator, channel, team }
}
