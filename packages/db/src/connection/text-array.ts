const textOid = 25
const headBytes = 20

/**
 * Encodes texts as one parameter `::text[]` in Postgres's binary format (a header, then each text with its length). Nothing
 * is escaped here or parsed there, so it costs a fifth of an array in text format. No text may contain NUL.
 */
export function textArray(texts: string[]): Buffer {
  const bytes = texts.reduce((sum, text) => sum + 4 + Buffer.byteLength(text), headBytes)
  const array = Buffer.allocUnsafe(bytes)
  array.writeInt32BE(1, 0) // dimensions
  array.writeInt32BE(0, 4) // no NULLs
  array.writeInt32BE(textOid, 8)
  array.writeInt32BE(texts.length, 12)
  array.writeInt32BE(1, 16) // the lower bound
  let at = headBytes
  for (const text of texts) {
    const length = array.write(text, at + 4)
    array.writeInt32BE(length, at)
    at += 4 + length
  }
  return array
}
