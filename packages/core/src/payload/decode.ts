/** The text in a body: UTF-8, or UTF-16 when its byte order mark says so. Wrong bytes become U+FFFD; the mark goes. */
export function textOf(body: Uint8Array): string {
  if (body[0] === 0xff && body[1] === 0xfe) return new TextDecoder('utf-16le').decode(body)
  if (body[0] === 0xfe && body[1] === 0xff) return new TextDecoder('utf-16be').decode(body)
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}
