/** Converts a time or a count that Prisma read from a bigint column. Times fit a number until the year 287396. */
export function ms(value: bigint): number {
  return Number(value)
}
