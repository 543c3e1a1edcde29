/** A time or a count as Prisma reads it from a bigint column. All of them fit a number until the year 287396. */
export function ms(value: bigint): number {
  return Number(value)
}
