/** Called once, when it is the work's turn or the work is rejected. */
type Place = (turn: 'now' | 'busy') => void

/** Opens the waiting lines, one per caller. After its turn, a caller goes behind the others. */
export function openLines() {
  const lines = new Map<string, Place[]>()
  let waiting = 0

  const remove = (caller: string, place: Place | undefined): Place | undefined => {
    const line = lines.get(caller) ?? []
    const left = line.filter(other => other !== place)
    waiting -= line.length - left.length
    if (left.length > 0) lines.set(caller, left)
    else lines.delete(caller)
    return left.length < line.length ? place : undefined
  }
  return {
    waiting: () => waiting,
    lengthOf: (caller: string) => lines.get(caller)?.length ?? 0,
    callers: () => [...lines.keys()],
    enter: (caller: string, place: Place) => {
      waiting++
      lines.set(caller, [...(lines.get(caller) ?? []), place])
    },
    /** @returns whether it was still in line */
    leave: (caller: string, place: Place) => remove(caller, place) !== undefined,
    /** Removes the first place of the caller's line. */
    next: (caller: string): Place | undefined => {
      const place = remove(caller, lines.get(caller)?.[0])
      const left = lines.get(caller)
      if (left && lines.delete(caller)) lines.set(caller, left)
      return place
    },
    /** Removes the last place of the longest line. Of several equally long lines, the newest loses one. */
    dropLast: (): Place | undefined => {
      let [caller, longest]: [string, Place[]] = ['', []]
      for (const [other, line] of lines) if (line.length >= longest.length) [caller, longest] = [other, line]
      return remove(caller, longest.at(-1))
    },
  }
}
