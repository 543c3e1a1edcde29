import { Failure, usageFailure } from '../../failure.js'
import { type Fields, isFields, textField } from '../files/fields.js'
import type { TableRow } from '../files/read-table.js'
import { type Get, openMattermostApi } from './api-v4.js'

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
