import { countOf } from '../../format/amount.js'
import { formatNumber } from '../../format/locale.js'

/** Says how many deliveries of the last day were rejected. */
export function failedWords(rejected: number, delivered: number): string {
  const were = rejected === 1 ? 'was' : 'were'
  return `${formatNumber(rejected)} of ${countOf(delivered, 'delivery', 'deliveries')} in the last 24 hours ${were} rejected`
}
