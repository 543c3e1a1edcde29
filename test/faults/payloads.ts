import { readAdapted } from '@posthorn/formats'
import type { Random } from './random.js'

/** A payload, and its expected outcome. */
export type Written = {
  /** As sent. It is unique. */
  payload: string
  /** The expected text of its posts, joined. */
  text: string
  /** The expected attachment of its last post. */
  attachment: string | undefined
  /** The name that senders use, or undefined if the channel does not exist and the payload must be rejected. */
  channel: string | undefined
  /** The key that names its post, if any. */
  key?: Key | undefined
  /** The adapter that reads it, which the URL names. */
  adapter?: 'alertmanager' | 'github' | undefined
  /** Whether the hook's template reads it. */
  isTemplated?: boolean | undefined
}

/** A sender's key, shared by all senders of a hook. */
type Key = { kind: 'update' | 'thread'; name: string; isClosing: boolean }

const keys = Array.from({ length: 8 }, (_, number) => `key ${number}`)

/** Generates a payload of one post in the hook's channel, which a key names. Texts of keyed posts mention nobody. */
export function writeKeyed(random: Random, name: string, home: string): Written {
  const kind = random.oneIn(4) ? 'thread' : 'update'
  const key: Key = { kind, name: random.pick(keys), isClosing: kind === 'update' && random.oneIn(10) }
  const text = `${name} ${sentence(random, random.between(2, 20))}.`
  const payload = { text, [`${kind}_key`]: `${kind} ${key.name}`, ...(key.isClosing && { close: true }) }
  return { payload: JSON.stringify(payload), text, attachment: undefined, channel: home, key }
}

/** Generates a sender's own JSON. GitHub's has no key. Alertmanager's updates the post of its group. */
export function writeNative(random: Random, name: string, home: string): Written {
  const written = random.oneIn(2) ? writeFork(name) : writeAlerts(random, name)
  return { ...written, attachment: undefined, channel: home }
}

function writeFork(name: string) {
  const url = `https://github.com/acme/${name}`
  const payload = JSON.stringify({
    forkee: { full_name: `${name}/copy`, html_url: `https://github.com/${name}/copy` },
    repository: { full_name: `acme/${name}`, html_url: url },
    sender: { login: name },
  })
  return { payload, text: shownBy('github', payload), adapter: 'github' as const }
}

function writeAlerts(random: Random, name: string) {
  const isClosing = random.oneIn(5)
  const key: Key = { kind: 'update', name: `group ${random.between(1, 4)}`, isClosing }
  const status = isClosing ? 'resolved' : 'firing'
  const labels = { severity: random.pick(['info', 'warning', 'critical']) }
  const alerts = [{ status, labels, annotations: { summary: name } }]
  const groupLabels = { alertname: 'Fault' }
  const payload = JSON.stringify({ receiver: 'posthorn', status, groupKey: key.name, groupLabels, alerts })
  return { payload, text: shownBy('alertmanager', payload), key, adapter: 'alertmanager' as const }
}

/** The text of an adapter, whose own tests say whether it is right. */
function shownBy(adapter: 'alertmanager' | 'github', json: string): string {
  const headers: Record<string, string> = adapter === 'github' ? { 'x-github-event': 'fork' } : {}
  const reading = readAdapted(json, { name: adapter, headers, query: '' })
  if (reading.outcome !== 'read') throw new Error(`${adapter} does not show ${json}`)
  return reading.payload.text
}

/** Generates JSON that only the template of `seed-hooks.ts` can read. It updates the post of its group. */
export function writeTemplated(random: Random, name: string, home: string): Written {
  const failed = random.oneIn(2)
  const key: Key = { kind: 'update', name: `template ${random.between(1, 4)}`, isClosing: false }
  const payload = JSON.stringify({ check: name, failed, group: key.name })
  const text = `**${name}** ${failed ? 'failed' : 'passed'}`
  return { payload, text, key, isTemplated: true, attachment: undefined, channel: home }
}

/** A user for direct messages. */
export const direct = '@reader'

const nowhere = 'no-such-channel'

const words = 'build passed failed **main** of `release` in 4m 12s _again_ 🚀 für ~builds, see log and'.split(
  ' ',
)

/** Generates a payload that begins with `name`, of one or several posts, with or without attachment, to some channel. */
export function write(random: Random, name: string, home: string, channels: string[]): Written {
  const text = `${name} ${body(random)}.`
  const channel = aim(random, home, channels)
  const attachment = random.oneIn(8) ? `what ${name} brings along` : undefined
  const payload = {
    text,
    ...(channel !== home && { channel: channel ?? nowhere }),
    ...(attachment && { attachments: [{ text: attachment, color: '#2a6' }] }),
  }
  return { payload: JSON.stringify(payload), text, attachment, channel }
}

function aim(random: Random, home: string, channels: string[]): string | undefined {
  if (random.oneIn(20)) return undefined
  if (random.oneIn(10)) return direct
  return random.oneIn(3) ? random.pick(channels) : home
}

function body(random: Random): string {
  if (random.oneIn(8)) return long(random)
  if (random.oneIn(10)) return `${sentence(random, 3)} ${random.pick(['@reader', '@admin', '@channel'])}`
  return sentence(random, random.between(2, 20))
}

/** Generates a text of two to four posts. */
function long(random: Random): string {
  const lines: string[] = []
  const length = random.between(4_200, 15_500)
  for (let so = 0; so < length; so += lines.at(-1)?.length ?? 0)
    lines.push(sentence(random, random.between(5, 60)))
  return lines.join('\n')
}

function sentence(random: Random, count: number): string {
  return Array.from({ length: count }, () => random.pick(words)).join(' ')
}
