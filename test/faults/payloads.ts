import type { Random } from './random.js'

/** What is sent, and what has to become of it. */
export type Written = {
  /** As sent; no other delivery has the same. */
  payload: string
  /** What its posts have to be, joined. */
  text: string
  /** What its last post has to carry. */
  attachment: string | undefined
  /** By the name that senders use; undefined: there is no such channel, and it has to be rejected. */
  channel: string | undefined
}

/** Somebody who may be written to directly. */
export const direct = '@reader'

const nowhere = 'no-such-channel'

const words = 'build passed failed **main** of `release` in 4m 12s _again_ 🚀 für ~builds, see log and'.split(
  ' ',
)

/** A payload that begins with `name`: short or of several posts, with or without attachment, to this channel or that. */
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

/** Two to four posts. */
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
