import type { Admission } from './window.js'

/**
 * A call that is counted by the write that stores its delivery, which is not stored if its hook is over its
 * rate.
 */
export type Bill = {
  /** The window in Redis, of `points` in `seconds`. */
  key: string
  points: number
  seconds: number
  /** The cost of the call. */
  cost: number
  /** Called by the write with the hook's use of its rate after this call. */
  settle: (left: number, endsInMs: number) => void
  /** The result of `settle`; undefined before. */
  standing: () => Admission | undefined
}

/** Calls that are counted together: those of one window. */
export type Count = { bills: [Bill, ...Bill[]]; cost: number }

export function countsOf(bills: Bill[]): Count[] {
  const counts = new Map<string, Count>()
  for (const bill of bills) {
    const name = `${bill.points} ${bill.key}` // the rate may have been changed between two calls
    const count = counts.get(name)
    if (!count) counts.set(name, { bills: [bill], cost: bill.cost })
    else {
      count.bills.push(bill)
      count.cost += bill.cost
    }
  }
  return [...counts.values()]
}

export const windowsOf = (counts: Count[]): string[] => counts.map(({ bills: [{ key }] }) => key)

/** Returns points, seconds and cost of each window. */
export const windowArguments = (counts: Count[]): number[] =>
  counts.flatMap(({ bills: [{ points, seconds }], cost }) => [points, seconds, cost])

/** Settles bills by what is used of each window, and the milliseconds until it ends. */
export function settleAll(counts: Count[], used: number[]): void {
  for (const [index, count] of counts.entries())
    settle(count, used[2 * index] as number, used[2 * index + 1] as number)
}

/** Earlier calls are counted first: the cost of later calls was not used yet when an earlier one arrived. */
function settle({ bills, cost }: Count, used: number, endsInMs: number): void {
  let behind = cost
  for (const bill of bills) {
    behind -= bill.cost
    bill.settle(bill.points - used + behind, endsInMs)
  }
}

/** False if the write found the bill's hook over its rate. */
export function isAdmitted(bill: Bill | undefined): boolean {
  return bill?.standing()?.admitted !== false
}
