/** An owner may have so many times what is then still free. So one has three quarters at most, and others always find room. */
const timesFree = 3

/** Whether an owner may have this much of a room, of which `others` and the owner have `all` together. */
export const leavesRoom = (own: number, all: number, most: number): boolean =>
  own + timesFree * all <= timesFree * most

/** A bounded room that owners share: a single one may fill three quarters of it. */
export type SharedRoom = {
  /** Whether this owner may take so much more. */
  hasFor: (owner: string, amount: number) => boolean
  take: (owner: string, amount: number) => void
  giveBack: (owner: string, amount: number) => void
  clear: () => void
}

/** @param mostOfOne how much a single owner may take. All owners together get a third more */
export function openSharedRoom(mostOfOne: number): SharedRoom {
  const taken = new Map<string, number>()
  let all = 0
  const of = (owner: string) => taken.get(owner) ?? 0
  return {
    hasFor: (owner, amount) => of(owner) + amount + timesFree * (all + amount) <= (1 + timesFree) * mostOfOne, // in whole numbers
    take: (owner, amount) => {
      taken.set(owner, of(owner) + amount)
      all += amount
    },
    giveBack: (owner, amount) => {
      const left = of(owner) - amount
      if (left > 0) taken.set(owner, left)
      else taken.delete(owner)
      all -= amount
    },
    clear: () => {
      taken.clear()
      all = 0
    },
  }
}
