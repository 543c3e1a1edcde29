import type { Admission } from './admission.js'

/** A call that is counted by the very write that stores its delivery, and not stored when its hook is over its rate. */
export type Bill = {
  /** The window in Redis, of `points` in `seconds`. */
  key: string
  points: number
  seconds: number
  /** What the call counts as. */
  cost: number
  /** The write tells where the hook stands with this call. */
  settle: (left: number, endsInMs: number) => void
  /** What it told; undefined until then. */
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

/** Who came first was counted first: what those behind cost was not used yet when one came. */
export function settle({ bills, cost }: Count, used: number, endsInMs: number): void {
  let behind = cost
  for (const bill of bills) {
    behind -= bill.cost
    bill.settle(bill.points - used + behind, endsInMs)
  }
}

/** Nobody's that the write found to be over its rate. */
export function isAdmitted(bill: Bill | undefined): boolean {
  return bill?.standing()?.admitted !== false
}
