/** Told once, when the turn has come or will not come. */
type Place = (turn: 'now' | 'busy') => void

/** The lines of work that waits, one for each caller. Who had a turn goes behind the others. */
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
    /** Takes out the caller's first. */
    next: (caller: string): Place | undefined => {
      const place = remove(caller, lines.get(caller)?.[0])
      const left = lines.get(caller)
      if (left && lines.delete(caller)) lines.set(caller, left)
      return place
    },
    /** Takes out the last of the longest line; of several that are as long, the one that came last. */
    dropLast: (): Place | undefined => {
      let [caller, longest]: [string, Place[]] = ['', []]
      for (const [other, line] of lines) if (line.length >= longest.length) [caller, longest] = [other, line]
      return remove(caller, longest.at(-1))
    },
  }
}
