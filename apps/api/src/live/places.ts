/** Takes one of its owner's places; undefined when there is none left, of theirs or in all. */
export type Places = { take: (owner: string) => LeavePlace | undefined }

/** Leaves the place. A second call does nothing. */
export type LeavePlace = () => void

/** So many places in all, and so many of them for one owner. */
export function openPlaces(limits: { inAll: number; perOwner: number }): Places {
  const taken = new Map<string, number>()
  let all = 0
  const leave = (owner: string) => {
    all--
    const left = (taken.get(owner) ?? 1) - 1
    if (left > 0) taken.set(owner, left)
    else taken.delete(owner)
  }
  return {
    take: owner => {
      const theirs = taken.get(owner) ?? 0
      if (all >= limits.inAll || theirs >= limits.perOwner) return undefined
      all++
      taken.set(owner, theirs + 1)
      let isLeft = false
      return () => {
        if (!isLeft) leave(owner)
        isLeft = true
      }
    },
  }
}
