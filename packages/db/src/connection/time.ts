/** Converts a time or a count of a bigint column, which Prisma reads as a bigint. Times fit a number until the year 287396. */
export function ms(value: bigint | number): number {
  return Number(value)
}
