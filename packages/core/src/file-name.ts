import { withoutHiddenCharacters } from './hidden-characters.js'

/** Characters that are not allowed in names on some systems. */
const forbidden = /[<>:"|?*]/g

/** Bytes of UTF-8 of a file's name. Common file systems store no more. */
export const maxFileNameBytes = 255

/**
 * Returns the name under which a file is stored and offered for download: without folders, hidden characters and
 * characters that turn the direction of text, and with at most 255 bytes. The extension stays.
 */
export function cleanFileName(given: string): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const name = cleaned(last)
  if (Buffer.byteLength(name) <= maxFileNameBytes) return name || 'file'
  const extension = /\.[^.]{1,16}$/.exec(name)?.[0] ?? ''
  const stem = new Uint8Array(maxFileNameBytes - Buffer.byteLength(extension))
  const { read } = new TextEncoder().encodeInto(name, stem) // whole characters, as many as fit
  return cleaned(name.slice(0, read)) + extension
}

function cleaned(name: string): string {
  const visible = withoutHiddenCharacters(name).replace(forbidden, '_')
  return /[^\s.](?:.*[^\s.])?/s.exec(visible)?.[0] ?? ''
}
