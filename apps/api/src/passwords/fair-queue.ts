/** What became of a piece of work; `busy`: it was turned away and not begun. */
export type Worked<Result> = { outcome: 'done'; result: Result } | { outcome: 'busy' }

/** Does work when its turn has come, for `who`. Whatever the work throws is thrown on. */
export type FairQueue = <Result>(who: string, work: () => Promise<Result>) => Promise<Worked<Result>>

/** Pieces of work at once, and in line for all callers together. */
export type Room = { running: number; waiting: number }

type Place = (turn: 'now' | 'busy') => void

/**
 * Does so much work at once; those who wait take turns, one piece each, however much a single one of them wants. When the
 * room is full, whoever has most in line loses the last of it: who wants little is turned away only where everybody does.
 */
export function fairQueue(room: Room): FairQueue {
  const lines = new Map<string, Place[]>() // whose turn is next comes first
  let [running, waiting] = [0, 0]

  const leave = (who: string, end: 'shift' | 'pop') => {
    const line = lines.get(who) ?? []
    const place = line[end]()
    if (end === 'shift' || line.length === 0) lines.delete(who)
    if (line.length > 0) lines.set(who, line) // behind the others after its turn
    waiting--
    return place
  }
  const standInLine = (who: string) =>
    new Promise<'now' | 'busy'>(resolve => {
      lines.set(who, [...(lines.get(who) ?? []), resolve])
      if (++waiting > room.waiting) leave(longest(lines), 'pop')?.('busy')
    })
  const next = () => {
    const [who] = lines.keys()
    if (who === undefined) running--
    else leave(who, 'shift')?.('now')
  }

  return async (who, work) => {
    if (running < room.running) running++
    else if ((await standInLine(who)) === 'busy') return { outcome: 'busy' }
    try {
      return { outcome: 'done', result: await work() }
    } finally {
      next()
    }
  }
}

/** Of several that are as long, the one that came last. */
function longest(lines: Map<string, Place[]>): string {
  let [found, length] = ['', 0]
  for (const [who, line] of lines) if (line.length >= length) [found, length] = [who, line.length]
  return found
}
