import type { Fields } from '../files/fields.js'
import { jsonLines } from '../files/json-lines.js'
import { type Input, openInput } from '../files/open-input.js'
import { readTable, type TableRow } from '../files/read-table.js'
import type { FoundFile, Skip, Source } from '../source.js'
import { hooksIn } from './hooks.js'
import { hooksOfServer } from './hooks-of-server.js'
import { channelsIn, membersIn, teamsIn, usersIn } from './objects.js'
import { postsIn } from './posts.js'

type Tables = { hooks: TableRow[]; passwords: Map<string, string> }

/** The lines in which each kind is. */
const typesOf: Record<string, string[]> = {
  team: ['team'],
  user: ['user', 'bot'],
  channel: ['channel', 'direct_channel'],
  member: ['user'],
  post: ['post', 'direct_post'],
}
const known = new Set(['version', 'role', 'scheme', 'emoji', ...Object.values(typesOf).flat()])

export type MattermostOptions = {
  as: string
  hooks?: string
  hooksOf?: string
  passwords?: string
  posts: boolean
}

/** Opens a bulk export with the tables that are not in it. */
export async function openMattermost(
  file: string,
  { token, note }: { token: string | undefined; note: (text: string) => void },
  options: MattermostOptions,
): Promise<Source> {
  const input = await openInput(file)
  const hooks = options.hooks ? readTable(options.hooks) : []
  if (options.hooksOf) hooks.push(...(await hooksOfServer(options.hooksOf, token, note)))
  const passwords = options.passwords ? readTable(options.passwords) : []
  const byName = passwords.map(({ username = '', password = '' }) => [username, password] as const)
  const tables = { hooks, passwords: new Map(byName) }
  const read = (kind: string, context: { createAt: number; skip: Skip }) =>
    kind === 'post' && !options.posts ? [] : readKind(input, tables, kind, context)
  return {
    ...{ name: options.as, fingerprint: input.fingerprint, read: read as Source['read'] },
    findFile: path => findAttachment(input, path),
  }
}

async function* readKind(
  input: Input,
  { hooks, passwords }: Tables,
  kind: string,
  { createAt, skip }: { createAt: number; skip: Skip },
): AsyncGenerator<unknown> {
  if (kind === 'hook') return yield* hooksIn(hooks, skip)
  const isFirst = kind === 'team' // reports what no kind reads, once
  const types = typesOf[kind] ?? []
  const wanted = (type: string) => types.includes(type) || (isFirst && !known.has(type))
  for await (const { type, line, number } of jsonLines(await input.open(), { wanted, skip, isFirst })) {
    if (!types.includes(type)) skip('line', `${number}`, `The type ${type} is unknown.`)
    else if (!isObject(line[type])) skip('line', `${number}`, `The line has no object ${type}.`)
    else yield* readers[kind]?.(line, { createAt, skip, passwords }) ?? []
  }
}

const isObject = (value: unknown) => typeof value === 'object' && value !== null

type Context = { createAt: number; skip: Skip; passwords: Map<string, string> }

const readers: Record<string, (line: Fields, context: Context) => Iterable<unknown>> = {
  team: teamsIn,
  user: usersIn,
  channel: channelsIn,
  member: membersIn,
  post: (line, { skip }) => postsIn(line, skip),
}

/** An archive has the files in its folder data. Paths name them with or without it. */
async function findAttachment({ findFile }: Input, path: string): Promise<FoundFile | string> {
  const found = (await findFile(path)) ?? (await findFile(`data/${path}`))
  return found ?? 'The export does not have it.'
}
