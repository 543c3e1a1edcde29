import { withoutHiddenCharacters } from './hidden-characters.js'

/** Characters that are not allowed in names on some systems. */
const forbidden = /[<>:"|?*]/g

/**
 * Returns the name under which a file is stored and offered for download: without folders, hidden characters and
 * characters that turn the direction of text, and with at most `limit` code points. The extension stays.
 */
export function cleanFileName(given: string, limit: number): string {
  const last = given.toWellFormed().split(/[/\\]/).at(-1) ?? ''
  const cleaned = withoutHiddenCharacters(last).replace(forbidden, '_')
  const [name = ''] = /[^\s.](?:.*[^\s.])?/s.exec(cleaned) ?? []
  if (name === '') return 'file'
  const characters = Array.from(name)
  if (characters.length <= limit) return name
  const extension = Array.from(/\.[^.]{1,16}$/.exec(name)?.[0] ?? '')
  return [...characters.slice(0, limit - extension.length), ...extension].join('')
}
