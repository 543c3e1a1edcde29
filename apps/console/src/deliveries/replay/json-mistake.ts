/** Advances through a text, or throws the position of the first mistake. */
type Reader = { text: string; at: number }

class Mistake {
  constructor(
    readonly at: number,
    readonly wanted: string,
  ) {}
}

const space = /[\s]*/y
const string = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y // allows raw line feeds, as the server does
const plain = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

/**
 * Describes the first mistake in a JSON object with its line and column. Browsers' own messages often name no position.
 * Returns undefined for valid JSON and for white space.
 */
export function jsonMistake(text: string): string | undefined {
  if (text.trim() === '') return undefined
  const reader = { text, at: 0 }
  try {
    object(reader)
    return undefined
  } catch (mistake) {
    if (!(mistake instanceof Mistake)) throw mistake
    const lines = text.slice(0, mistake.at).split('\n')
    return `Line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}: expected ${mistake.wanted}.`
  }
}

function value(reader: Reader): void {
  const next = peek(reader)
  if (next === '{') object(reader)
  else if (next === '[') list(reader, '[', ']', () => value(reader))
  else if (next === '"') take(reader, string, 'the end of a string that begins here')
  else take(reader, plain, 'a string in double quotes, a number, true, false, null, [ or {')
}

function object(reader: Reader): void {
  list(reader, '{', '}', () => {
    if (peek(reader) !== '"') throw new Mistake(reader.at, 'a key in double quotes')
    take(reader, string, 'the end of a key that begins here')
    character(reader, ':')
    value(reader)
  })
}

function list(reader: Reader, open: string, close: string, item: () => void): void {
  character(reader, open)
  if (peek(reader) !== close) item()
  while (peek(reader) === ',') {
    character(reader, ',')
    item()
  }
  character(reader, close, `${close} or a comma`)
}

function peek(reader: Reader): string {
  take(reader, space, '')
  return reader.text[reader.at] ?? ''
}

function character(reader: Reader, wanted: string, words = wanted): void {
  if (peek(reader) !== wanted) throw new Mistake(reader.at, words)
  reader.at++
}

function take(reader: Reader, pattern: RegExp, wanted: string): void {
  pattern.lastIndex = reader.at
  const [found] = pattern.exec(reader.text) ?? []
  if (found === undefined) throw new Mistake(reader.at, wanted)
  reader.at += found.length
}
