import type { Dice } from './dice.js'

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
export function write(dice: Dice, name: string, home: string, channels: string[]): Written {
  const text = `${name} ${body(dice)}.`
  const channel = aim(dice, home, channels)
  const attachment = dice.oneIn(8) ? `what ${name} brings along` : undefined
  const payload = {
    text,
    ...(channel !== home && { channel: channel ?? nowhere }),
    ...(attachment && { attachments: [{ text: attachment, color: '#2a6' }] }),
  }
  return { payload: JSON.stringify(payload), text, attachment, channel }
}

function aim(dice: Dice, home: string, channels: string[]): string | undefined {
  if (dice.oneIn(20)) return undefined
  if (dice.oneIn(10)) return direct
  return dice.oneIn(3) ? dice.pick(channels) : home
}

function body(dice: Dice): string {
  if (dice.oneIn(8)) return long(dice)
  if (dice.oneIn(10)) return `${sentence(dice, 3)} ${dice.pick(['@reader', '@admin', '@channel'])}`
  return sentence(dice, dice.between(2, 20))
}

/** Two to four posts. */
function long(dice: Dice): string {
  const lines: string[] = []
  const length = dice.between(4_200, 15_500)
  for (let so = 0; so < length; so += lines.at(-1)?.length ?? 0)
    lines.push(sentence(dice, dice.between(5, 60)))
  return lines.join('\n')
}

function sentence(dice: Dice, count: number): string {
  return Array.from({ length: count }, () => dice.pick(words)).join(' ')
}
