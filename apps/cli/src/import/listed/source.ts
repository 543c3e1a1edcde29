import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { usageFailure } from '../../failure.js'
import { type MovedUrl, movedKey, writeUrls } from '../files/new-keys.js'
import { cut, type Fields, fieldsIn, fit, isFields, listIn, textField } from '../files/read-table.js'
import type { Records, Skip, Source } from '../source.js'

export type ListedOptions = {
  as: string
  into: string
  creator: string
  hooks: string
  channels: string[]
  urls: string
}

type Context = { createAt: number; skip: Skip }
type Listed = { into: string; creator: string; channels: ListedChannel[]; hooks: ListedHook[] }

const [teamKey, creatorKey] = ['team', 'creator']

/** Opens the lists of channels and hooks that a service returns. All hooks get one creator, who has an account here. */
export function openListed(service: keyof typeof services, options: ListedOptions): Source {
  const texts = [...options.channels, options.hooks].map(read)
  const jsons = texts.map((text, at) => parse(text, options.channels[at] ?? options.hooks))
  const listed: Listed = {
    ...options,
    channels: jsons.slice(0, -1).flatMap(json => services[service].channels(json)),
    hooks: services[service].hooks(jsons.at(-1)),
  }
  const readers = {
    team: (context: Context) => teamIn(listed, context),
    user: (context: Context) => creatorIn(listed, context),
    channel: (context: Context) => channelsIn(listed, context),
    member: () => membersIn(listed),
    hook: (context: Context) => hooksIn(listed, context),
    post: () => [],
  }
  const fingerprint = createHash('sha256').update(texts.join('\n')).digest('hex')
  const readKind = (kind: keyof typeof readers, context: Context) => readers[kind](context)
  const findFile = async () => 'There are no posts.'
  return { name: options.as, fingerprint, read: readKind as Source['read'], findFile }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw usageFailure(`Cannot read ${file} (${(error as NodeJS.ErrnoException).code}).`)
  }
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw usageFailure(`${file} is no JSON.`)
  }
}

function* teamIn({ into }: Listed, { createAt }: Context): Generator<Records['team']> {
  yield { id: teamKey, create_at: createAt, name: into, display_name: into, type: 'I' }
}

/** Stands for the account here, which --creator maps to it. */
function* creatorIn({ creator }: Listed, { createAt }: Context): Generator<Records['user']> {
  yield { id: creatorKey, create_at: createAt, username: creator, email: `${creator}@users.invalid` }
}

/** Channels here have names of a-z, 0-9, hyphen and underscore. */
function nameFor({ id, name }: ListedChannel): string {
  const fitting = name
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[-_]+|[-_]+$/g, '')
  return fitting.length >= 2 ? fitting.slice(0, 64) : `c-${id.toLowerCase()}`
}

function* channelsIn({ channels }: Listed, { createAt }: Context): Generator<Records['channel']> {
  for (const channel of channels)
    yield {
      ...{ id: channel.id, create_at: createAt, team_id: teamKey, name: nameFor(channel) },
      type: channel.isPrivate ? 'P' : 'O',
      display_name: cut(channel.name, 64),
      header: cut(channel.header, 1024),
      purpose: cut(channel.purpose, 250),
    }
}

/** The creator can post in every channel. */
function* membersIn({ channels }: Listed): Generator<Records['member']> {
  yield { team_id: teamKey, user_id: creatorKey }
  for (const { id } of channels) yield { channel_id: id, user_id: creatorKey }
}

function* hooksIn({ hooks, channels }: Listed, { createAt, skip }: Context): Generator<Records['hook']> {
  for (const { id, url, title, channel } of hooks) {
    const found = channels.find(one => one.id === channel || one.name === channel)
    if (!found) skip('hook', id, `There is no channel ${channel} in the list.`)
    else
      yield {
        ...{ id, key: movedKey(url), create_at: createAt, channel_id: found.id, user_id: creatorKey },
        display_name: fit(title, 64),
      }
  }
}

/** Writes the table of old and new URLs of imported hooks. */
export function saveListedUrls(
  service: keyof typeof services,
  options: ListedOptions,
  baseUrl: string,
  isImported: (id: string) => boolean,
): void {
  const hooks = services[service].hooks(parse(read(options.hooks), options.hooks))
  const moved = hooks.map(({ id, url }): MovedUrl => ({ id, url, key: movedKey(url) }))
  writeUrls(
    options.urls,
    moved.filter(({ id }) => isImported(id)),
    baseUrl,
  )
}

type ListedChannel = { id: string; name: string; isPrivate: boolean; header: string; purpose: string }
/** `channel`: the ID or name of its channel. `creator`: empty if it is unknown. */
type ListedHook = { id: string; url: string; title: string; channel: string; creator: string }

/** How to read what the API of a service returns. */
type ListedService = {
  channels: (json: unknown) => ListedChannel[]
  hooks: (json: unknown) => ListedHook[]
}

/** The objects of an array, or of the first array in an object. */
function objectsIn(json: unknown): Fields[] {
  if (Array.isArray(json)) return json.filter(isFields)
  const name = isFields(json) ? Object.keys(json).find(key => Array.isArray(json[key])) : undefined
  return isFields(json) && name !== undefined ? listIn(json, name) : []
}

/** `channels.list`, `groups.list` and `integrations.list`. */
const rocketchat: ListedService = {
  channels: json =>
    objectsIn(json).map(of => ({
      ...{ id: textField(of, '_id'), name: textField(of, 'name'), isPrivate: of.t === 'p' },
      ...{ header: textField(of, 'topic'), purpose: textField(of, 'description') },
    })),
  hooks: json =>
    objectsIn(json)
      .filter(({ type, enabled }) => type === 'webhook-incoming' && enabled !== false)
      .map(of => ({
        ...{ id: textField(of, '_id'), title: textField(of, 'name') },
        url: `/hooks/${textField(of, '_id')}/${textField(of, 'token')}`,
        channel: String(Array.isArray(of.channel) ? of.channel[0] : (of.channel ?? '')).replace(/^#/, ''),
        creator: textField(fieldsIn(of, '_createdBy'), 'username'),
      })),
}

const textChannels = new Set<unknown>([0, 5])
const viewChannel = 1024n
const incoming = 1

/** `GET /guilds/…/channels` and `GET /guilds/…/webhooks`. */
const discord: ListedService = {
  channels: json =>
    objectsIn(json)
      .filter(({ type }) => textChannels.has(type))
      .map(of => ({
        ...{ id: textField(of, 'id'), name: textField(of, 'name'), isPrivate: isHidden(of) },
        ...{ header: textField(of, 'topic'), purpose: '' },
      })),
  hooks: json =>
    objectsIn(json)
      .filter(({ type, token }) => type === incoming && typeof token === 'string')
      .map(of => ({
        ...{ id: textField(of, 'id'), title: textField(of, 'name'), channel: textField(of, 'channel_id') },
        url: `https://discord.com/api/webhooks/${textField(of, 'id')}/${textField(of, 'token')}`,
        creator: textField(fieldsIn(of, 'user'), 'username'),
      })),
}

/** Whether `@everyone`, whose role has the guild’s ID, cannot view the channel. */
function isHidden(of: Fields): boolean {
  const everyone = listIn(of, 'permission_overwrites').find(({ id }) => id === of.guild_id)
  const denied = textField(everyone ?? {}, 'deny')
  return /^\d{1,30}$/.test(denied) && (BigInt(denied) & viewChannel) !== 0n
}

const services = { rocketchat, discord }
