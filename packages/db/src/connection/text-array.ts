const textOid = 25
const headBytes = 20

/**
 * Texts as one parameter `::text[]` in Postgres's binary form (a head, then each with its length): nothing is escaped
 * here and nothing parsed there, which costs a fifth of an array written as text. No text may hold a NUL.
 */
export function textArray(texts: string[]): Buffer {
  const bytes = texts.reduce((sum, text) => sum + 4 + Buffer.byteLength(text), headBytes)
  const array = Buffer.allocUnsafe(bytes)
  array.writeInt32BE(1, 0) // dimensions
  array.writeInt32BE(0, 4) // no NULLs
  array.writeInt32BE(textOid, 8)
  array.writeInt32BE(texts.length, 12)
  array.writeInt32BE(1, 16) // where counting begins
  let at = headBytes
  for (const text of texts) {
    const length = array.write(text, at + 4)
    array.writeInt32BE(length, at)
    at += 4 + length
  }
  return array
}
