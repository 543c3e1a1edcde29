/** What an attacker knows: where the product listens, and what an own account and an own hook give him. */
export type Target = {
  port: number
  /** The URL of a hook, in a channel of its own. */
  hook: string
  /** A session. */
  token: string
  seconds: number
}

/** Attacks for `target.seconds`, or a little longer to finish; resolves to how many calls or sockets came to what. */
export type Attack = (target: Target) => Promise<Record<string, number>>

/** Counts by name. */
export function tally() {
  const counts: Record<string, number> = {}
  return {
    counts,
    add: (what: string | number) => {
      counts[what] = (counts[what] ?? 0) + 1
    },
  }
}
