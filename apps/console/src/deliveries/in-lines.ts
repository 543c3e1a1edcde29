/** JSON with a line for each key; undefined where it is none. */
export function inLines(payload: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return undefined
  }
}
