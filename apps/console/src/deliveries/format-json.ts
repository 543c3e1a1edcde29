/** Returns formatted JSON, or undefined if the text is not JSON. */
export function formatJson(payload: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(payload), null, 2)
  } catch {
    return undefined
  }
}
