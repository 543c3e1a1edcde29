/** Says how many deliveries of the last day were rejected. */
export function failedWords(rejected: number, delivered: number): string {
  const deliveries = delivered === 1 ? 'delivery' : 'deliveries'
  const were = rejected === 1 ? 'was' : 'were'
  return `${rejected.toLocaleString()} of ${delivered.toLocaleString()} ${deliveries} in the last 24 hours ${were} rejected`
}
