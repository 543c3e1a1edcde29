const quote = 0x22
const backslash = 0x5c

/**
 * Returns the first JSON object in `text` without any trailing text, and escapes line feeds, carriage returns and tabs inside
 * strings. Senders that build JSON by hand write these (docs/behaviour.md, sending). Takes one pass.
 */
export function firstValue(text: string): string {
  const pieces: string[] = []
  let kept = 0
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      const end = stringEnd(text, at + 1)
      pieces.push(text.slice(kept, at), escapeControls(text.slice(at, end)))
      kept = end
      at = end - 1
    } else if (opens(code)) depth++
    else if (closes(code) && --depth === 0) return pieces.join('') + text.slice(kept, at + 1)
  }
  return pieces.join('') + text.slice(kept)
}

/** Returns the position after the quote that ends the string. `from` is inside it. */
function stringEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === backslash) at++
    else if (code === quote) return at + 1
  }
  return text.length
}

function escapeControls(string: string): string {
  if (!/[\n\r\t]/.test(string)) return string
  return string.replaceAll('\n', '\\n').replaceAll('\r', '\\r').replaceAll('\t', '\\t')
}

/** `{` and `[`, like `}` and `]`, differ in one bit. */
function opens(code: number): boolean {
  return (code | 0x20) === 0x7b
}

function closes(code: number): boolean {
  return (code | 0x20) === 0x7d
}
