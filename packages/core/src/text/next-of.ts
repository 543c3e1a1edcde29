/**
 * Returns a function that finds where `wanted` is next, from positions that ascend; the length of the text if nowhere. Each
 * stretch is searched once, so that a million questions take one pass.
 */
export function nextOf(text: string, wanted: string): (from: number) => number {
  let next = -1
  return from => {
    if (next < from) {
      const at = text.indexOf(wanted, from)
      next = at < 0 ? text.length : at
    }
    return next
  }
}
