import { joined, link } from '../markdown.js'
import type { Native } from '../native.js'

/** A name with its address, such as a repository or a pull request. */
export type ForgePlace = { name: string; url: string }

export function linked({ name, url }: ForgePlace): string {
  return link(name, url)
}

/** Returns an address below another one. A branch's name keeps its slashes. */
export function addressBelow(base: string, path: string): string {
  if (base === '' || path === '') return ''
  const encoded = encodeURI(path.slice(0, 500).toWellFormed()).replaceAll('#', '%23').replaceAll('?', '%3F')
  return `${base.endsWith('/') ? base.slice(0, -1) : base}/${encoded}`
}

/** Returns `#42 Title`. */
export function numbered(number: Native, title: Native, sign = '#'): string {
  return joined([number.text !== '' && `${sign}${number.text}`, title.text])
}
