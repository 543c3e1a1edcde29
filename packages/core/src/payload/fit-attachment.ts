import { codePoints, jsonLength } from '../text/code-points.js'
import { shorten } from '../text/split.js'
import type { Attachment } from './attachment.js'

const texts = ['text', 'pretext', 'title', 'footer', 'author_name', 'fallback'] as const
/** What cannot be cut is left out, in this order, where little room is left for texts. */
const extras = [
  ...(['actions', 'footer_icon', 'author_icon', 'thumb_url', 'image_url'] as const),
  ...(['author_link', 'title_link', 'color', 'ts'] as const),
]
/** The characters that texts keep before anything is left out. */
const leastForTexts = 2000

/** Returns how many characters an attachment takes at least, with all that can be cut or left out gone. */
export function leastLength({ id, fields }: Attachment): number {
  const empty = { ...Object.fromEntries([...texts, ...extras].map(name => [name, ''])), id, ts: null }
  const bare = fields?.map(({ short }) => ({ title: '', value: '', short })) ?? null
  return jsonLength({ ...empty, actions: undefined, fields: bare })
}

/** Returns an attachment that fits into `room` characters of JSON: its longest texts lose their ends. `cut`: what was lost. */
export function fitAttachment(attachment: Attachment, room: number): { fitted: Attachment; cut: string[] } {
  const length = jsonLength(attachment)
  if (length <= room) return { fitted: attachment, cut: [] }
  const fitted = { ...attachment, fields: attachment.fields?.map(field => ({ ...field })) ?? null }
  const cuttable = cuttableIn(fitted)
  const lengths = cuttable.map(({ text }) => jsonLength(text) - 2)
  const all = lengths.reduce((sum, own) => sum + own, 0)
  const cut = withoutExtras(fitted, room - Math.min(all, leastForTexts) + all)
  const most = longestThatFits(lengths, room - (jsonLength(fitted) - all))
  for (const [index, { name, text, set }] of cuttable.entries()) {
    if ((lengths[index] as number) <= most) continue
    const kept = shorten(text, charactersWithin(text, most))
    set(kept)
    cut.push(`${name} after ${codePoints(kept)} characters`)
  }
  return { fitted, cut }
}

type Cuttable = { name: string; text: string; set: (text: string) => void }

function cuttableIn(attachment: Attachment): Cuttable[] {
  const of = <Name extends string>(object: Record<Name, string | null>, name: Name, path = ''): Cuttable => ({
    name: path + name,
    text: object[name] ?? '',
    set: text => {
      object[name] = text
    },
  })
  const fields = attachment.fields?.flatMap((field, index) =>
    (['title', 'value'] as const).map(name => of(field, name, `fields[${index}].`)),
  )
  return [...texts.map(name => of(attachment, name)), ...(fields ?? [])]
}

/** Leaves out extras until the attachment is at most `most` long. Returns their names. */
function withoutExtras(attachment: Attachment, most: number): string[] {
  const cut: string[] = []
  for (const name of extras) {
    if (jsonLength(attachment) <= most) break
    if (!attachment[name]) continue
    if (name === 'actions') delete attachment.actions
    else if (name === 'ts') attachment.ts = null
    else attachment[name] = ''
    cut.push(`${name} (too long)`)
  }
  return cut
}

/** Returns the length to which the longest texts are cut so that all fit into `room`. */
function longestThatFits(lengths: number[], room: number): number {
  let left = room
  for (const [index, own] of lengths.toSorted((one, other) => one - other).entries()) {
    const share = Math.floor(left / (lengths.length - index))
    if (own > share) return Math.max(0, share)
    left -= own
  }
  return Number.POSITIVE_INFINITY
}

/** Returns how many characters of a text take at most `room` characters of JSON. */
function charactersWithin(text: string, room: number): number {
  let [count, taken] = [0, 0]
  for (const character of text) {
    taken += codePoints(JSON.stringify(character)) - 2
    if (taken > room) return count
    count++
  }
  return count
}
