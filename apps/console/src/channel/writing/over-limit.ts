import { maxMessageLength } from '@posthorn/contract'
import { countOf } from '../../format/amount.js'
import { formatNumber } from '../../format/locale.js'

/** Says by how much a text is too long for one post. */
export function overLimit(tooMany: number): string {
  return `${countOf(tooMany, 'character')} over the limit of ${formatNumber(maxMessageLength)}.`
}
