import { isRecord } from '@posthorn/core'
import { truncate } from './markdown.js'

/** Fields of cards that say how something looks, works or is identified. */
const machine = new Set(
  `type @type @context $schema version contentType id name_id cardId cardid action custom_id style color weight size spacing
  width height minHeight wrap lang fontType mode role gridStyle imageSize layout targetWidth msteams knownIcon imageType
  imageStyle borderType aspectRatio crop horizontalAlignment verticalAlignment verticalContentAlignment
  horizontalCellContentAlignment verticalCellContentAlignment horizontalSizeStyle wrapStyle displayStyle backgroundImage
  themeColor correlationId originator os mimeType language parse thread_id timestamp proxy_url fallbackText iconUrl icon
  attachmentLayout summary filename content_type`.split(/\s+/),
)

/** More than the history keeps of a delivery. */
const maxTexts = 100
const maxDepth = 40
/** Characters of a key and of an ignored place. The history keeps fewer. */
const maxPlace = 200

/**
 * Returns the places of those texts of a body that its adapter did not read, such as `cards[0].header.note`.
 * @param isRead whether the adapter read the text at these keys
 */
export function unreadTexts(body: unknown, isRead: (keys: string[]) => boolean): string[] {
  const found: string[][] = []
  const look = (value: unknown, keys: string[]): void => {
    if (found.length >= maxTexts || keys.length > maxDepth) return
    if (typeof value === 'string') {
      if (value.trim() !== '' && !isRead(keys)) found.push(keys)
    } else if (Array.isArray(value))
      for (const [index, each] of value.entries()) look(each, [...keys, String(index)])
    else if (isRecord(value))
      for (const [key, each] of Object.entries(value)) if (!machine.has(key)) look(each, [...keys, key])
  }
  look(body, [])
  return found.map(placeOf)
}

/** Returns `cards[0].header`. */
function placeOf(keys: string[]): string {
  return keys
    .map(key => (/^\d+$/.test(key) ? `[${key}]` : `.${truncate(key, maxPlace)}`))
    .join('')
    .replace(/^\./, '')
}

/** Returns those places that a list of ignored places does not have, neither themselves nor one around them. */
export function withoutIgnored(places: string[], ignored: string[]): string[] {
  const known = ignored.map(entry => {
    const place = entry.slice(0, maxPlace)
    const note = place.search(/ (?:after the first|\()/)
    return note < 0 ? place : place.slice(0, note)
  })
  return places.filter(
    place =>
      !known.some(
        around => place === around || place.startsWith(`${around}.`) || place.startsWith(`${around}[`),
      ),
  )
}
