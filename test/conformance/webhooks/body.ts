/** A request's body: text as sent, one character per byte, an expression that generates it, or its two ends. */
export type Body =
  | string
  | null
  | { raw_bytes_latin1: string }
  | { generated: string; bytes: number }
  | { len_chars: number; head: string; tail: string }

/** Returns the bytes to send. `fill` replaces the placeholders. */
export function bytesOf(body: Body, fill: (text: string) => string): Buffer | undefined {
  if (body === null) return undefined
  if (typeof body === 'string') return Buffer.from(fill(body))
  if ('raw_bytes_latin1' in body) return Buffer.from(body.raw_bytes_latin1, 'latin1')
  if ('generated' in body) return generated(body)
  // long bodies repeat one character in the middle
  const { head, tail, len_chars } = body
  return Buffer.from(head + head.slice(-1).repeat(len_chars - head.length - tail.length) + tail)
}

function generated({ generated, bytes }: { generated: string; bytes: number }): Buffer {
  const made = Buffer.from(pythonJson(JSON.parse(evaluate(generated))))
  if (made.length !== bytes)
    throw new Error(`${generated} generated ${made.length} bytes instead of ${bytes}`)
  return made
}

const term = String.raw`(?:"(?:[^"\\]|\\.)*"|U\+[0-9A-F]+|\d+ spaces)(?:\*\d+)?`
const sum = new RegExp(String.raw`${term}(?:\+${term})*`, 'gu')
const oneTerm = new RegExp(term, 'gu')

/** Returns JSON in which strings may be sums and products, such as `"a"*3999+"é"`, as the recorded expressions write them. */
function evaluate(expression: string): string {
  return expression
    .replace(/ \([^)]*\)/g, '') // comments
    .replace('codeblock 17000', '"```\\n"+"c"*17000+"\\n```"')
    .replace('3 x {"text":3000 chars}', ['a', 'b', 'c'].map(letter => `{"text":"${letter}"*3000}`).join())
    .replace('100 x {"text":"n"}', Array.from({ length: 100 }, (_, index) => `{"text":"n${index}"}`).join())
    .replace(sum, terms =>
      JSON.stringify([...terms.matchAll(oneTerm)].map(([text]) => product(text)).join('')),
    )
}

function product(text: string): string {
  const [, factor = '', times = '1'] = /^(.*?)(?:\*(\d+))?$/su.exec(text) ?? []
  return atom(factor).repeat(Number(times))
}

function atom(text: string): string {
  if (text.startsWith('"')) return JSON.parse(text)
  if (text.startsWith('U+')) return String.fromCodePoint(Number.parseInt(text.slice(2), 16))
  return ' '.repeat(Number.parseInt(text, 10))
}

/** Formats JSON like Python: a space after each comma and colon, and no unnecessary escapes. */
function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${pythonJson(inner)}`)
  return `{${entries.join(', ')}}`
}
