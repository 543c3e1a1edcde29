/**
 * How bad each thing that an event is about stands, by its name: an alert that fires, a condition that fails. Higher is worse. 0,
 * or no entry, is well.
 */
export type Standing = Readonly<Record<string, number>>

/** The standing of an event. `inChannel`: whether news is a new post in the channel, instead of a reply. */
export type News = { standing: Standing; inChannel: boolean }

/** Returns whether anything stands worse than before. Unknown standings tell nothing. */
export function isWorse(after: Standing | undefined, before: Standing | undefined): boolean {
  if (!after || !before) return false
  return Object.entries(after).some(
    ([name, rank]) => rank > (Object.hasOwn(before, name) ? (before[name] ?? 0) : 0),
  )
}
