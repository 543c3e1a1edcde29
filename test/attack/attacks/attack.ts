/** What an attacker knows: the product's addresses, and an own account with an own hook. */
export type Target = {
  port: number
  /** The URL of a hook with its own channel. */
  hook: string
  /** The URLs of thirty hooks of one member, in the same channel. */
  hooks: string[]
  /** A session's token. */
  token: string
  seconds: number
}

/** Attacks for `target.seconds`, or slightly longer to finish. Resolves to the number of calls or sockets by result. */
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
