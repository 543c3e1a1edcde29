import { countOf } from '../../format/amount.js'

/** Says how many deliveries of the last day were rejected. */
export function failedWords(rejected: number, delivered: number): string {
  const were = rejected === 1 ? 'was' : 'were'
  return `${rejected.toLocaleString()} of ${countOf(delivered, 'delivery', 'deliveries')} in the last 24 hours ${were} rejected`
}
