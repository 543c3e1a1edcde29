import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { usageFailure } from '../../failure.js'
import { cut, fit } from '../files/fields.js'
import { type MovedUrl, movedKey, writeUrls } from '../files/new-keys.js'
import type { Records, Skip, Source } from '../source.js'
import { type ListedChannel, type ListedHook, services } from './services.js'

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
