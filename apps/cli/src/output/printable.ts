const named: Record<string, string> = { '\u007f': '\u2421' }

/**
 * Makes text of others safe for a terminal: replaces control characters, of which escape sequences consist, and direction
 * marks. Line feeds and tabs stay.
 */
export function printable(text: string): string {
  return text.replaceAll(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, character =>
    character < ' ' ? String.fromCodePoint(0x2400 + character.charCodeAt(0)) : (named[character] ?? '\ufffd'),
  )
}

/** JSON.stringify escapes the first 32 control characters only. All of these are in the basic plane. */
const unescaped = /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/gu

/** Returns JSON in which these characters are escapes. Line feeds between values stay. It means the same. */
export function printableJson(json: string): string {
  return json.replaceAll(unescaped, character =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The same as `printable`, on one line. */
export function printableLine(text: string): string {
  return printable(text.replaceAll(/\s+/g, ' ').trim())
}

const stepMs = { s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 }

/** Returns a time as `2026-11-25 13:40:05` in the local time zone, or nothing for 0. */
export function localTime(ms: number): string {
  if (ms === 0) return ''
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * stepMs.min)
  return date.toISOString().slice(0, 19).replace('T', ' ')
}

/** Returns how long ago a time was, as `5 min ago`, or `never` for 0. */
export function ago(ms: number, nowMs = Date.now()): string {
  if (ms === 0) return 'never'
  const past = Math.max(0, nowMs - ms)
  const [unit, length] = Object.entries(stepMs).findLast(([, step]) => past >= step) ?? ['s', stepMs.s]
  return `${Math.floor(past / length)} ${unit} ago`
}
