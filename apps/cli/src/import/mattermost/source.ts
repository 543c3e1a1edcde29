import { createHash } from 'node:crypto'
import { jsonLines } from '../files/json-lines.js'
import { type Input, openInput } from '../files/open-input.js'
import {
  type Fields,
  fieldsIn,
  listIn,
  readTable,
  type TableRow,
  textField,
  timeIn,
} from '../files/read-table.js'
import type { FoundFile, Records, Skip, Source, SourceFile } from '../source.js'
import { hooksIn, hooksOfServer } from './hooks.js'
import { channelKey, channelsIn, membersIn, membersOf, pairKey, teamsIn, usersIn } from './objects.js'

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

type Post = Records['post']

/** The props that Posthorn knows. */
const knownProps = [
  'from_webhook',
  'from_bot',
  'override_username',
  'override_icon_url',
  'webhook_display_name',
]

/** Reads a post with its replies, which follow it. */
function* postsIn({ post, direct_post }: Fields, skip: Skip): Generator<Post> {
  const of = (post ?? direct_post) as Fields
  const channel =
    post === undefined ? pairKey(membersOf(of)) : channelKey(textField(of, 'team'), textField(of, 'channel'))
  const root = read(of, channel, skip)
  if (root) yield root
  for (const reply of listIn(of, 'replies')) {
    const read_ = read(reply, channel, skip)
    if (read_) yield { ...read_, root: root ? { id: root.id, create_at: root.create_at } : null }
  }
}

function read(of: Fields, channel: string, skip: Skip): Post | undefined {
  const [author, createAt] = [textField(of, 'user'), timeIn(of, 'create_at')]
  const id = idOf(channel, author, createAt, textField(of, 'message'))
  if (textField(of, 'type').startsWith('system_'))
    return void skip('post', id, 'It reports an event, such as a new member.')
  if (createAt === 0) return void skip('post', id, 'It has no time.')
  const props = propsOf(of)
  return {
    ...{ id, create_at: createAt, channel_id: channel, user_id: author, author: author || 'unknown' },
    ...{
      message: textField(of, 'message'),
      props: postKnown(props),
      attachments: listIn(props, 'attachments'),
    },
    files: filesOf(of),
  }
}

/** The same facts by which the bulk import of the source recognizes a post. */
function idOf(...facts: (string | number)[]): string {
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 40)
}

/** Some versions write props as text. */
function propsOf(of: Fields): Fields {
  if (typeof of.props !== 'string') return fieldsIn(of, 'props')
  try {
    return fieldsIn({ props: JSON.parse(of.props) }, 'props')
  } catch {
    return {}
  }
}

function postKnown(props: Fields): Fields {
  const texts = knownProps.map(name => [name, textField(props, name)] as const)
  return Object.fromEntries(texts.filter(([, text]) => text !== ''))
}

function filesOf(of: Fields): SourceFile[] {
  const paths = listIn(of, 'attachments').map(file => textField(file, 'path'))
  return paths.filter(path => path !== '').map(path => ({ id: path, name: path.split('/').at(-1) ?? '' }))
}
