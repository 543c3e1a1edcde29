/** Converts a time or a count that was read from a bigint column, by Prisma as a bigint. Times fit a number until the year 287396. */
export function ms(value: bigint | number): number {
  return Number(value)
}
