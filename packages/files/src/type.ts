import { fileTypeFromBuffer } from 'file-type'

/** As many of a file's first bytes show its type. */
export const headBytes = 4100

/** Types of pictures that are decoded. Drawings such as SVG are not among them. */
export const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'])

/** Types that a browser may show in a page, because they cannot contain scripts. */
export const inlineTypes = new Set([
  ...pictureTypes,
  ...['video/mp4', 'video/webm', 'audio/mpeg', 'audio/ogg', 'audio/wav'],
  'text/plain',
])

const unknownType = 'application/octet-stream'

/** Returns the media type of a file by its first bytes. Its name and what its sender claims have no effect. */
export async function typeOf(head: Uint8Array): Promise<string> {
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  if (found) return found.mime
  return isText(head) ? 'text/plain' : unknownType
}

/** Valid UTF-8 without control characters. The last character may be cut off. HTML and SVG are text as well. */
function isText(head: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these make a file binary
    return text !== '' && !/[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f]/.test(text)
  } catch {
    return false
  }
}
