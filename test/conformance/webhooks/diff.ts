/** Returns each place where `seen` differs from the observation, and how. */
export function diff(observed: unknown, seen: unknown, place = ''): string[] {
  const shaped = inFormOf(seen, observed)
  if (!isObject(observed) || !isObject(shaped) || Array.isArray(observed) !== Array.isArray(shaped))
    return observed === shaped ? [] : [`${place}: expected ${show(observed)}, was ${show(shaped)}`]
  const keys = [...new Set([...Object.keys(observed), ...Object.keys(shaped)])]
  return keys.flatMap(key => diff(observed[key], shaped[key], place === '' ? key : `${place}.${key}`))
}

/** Returns a long text or list in the form in which it was recorded. */
function inFormOf(seen: unknown, observed: unknown): unknown {
  if (!isObject(observed)) return seen
  if ('len_chars' in observed && typeof seen === 'string') return ends(seen)
  if ('list_len' in observed && Array.isArray(seen))
    return { list_len: seen.length, first: seen[0], last: seen.at(-1) }
  return seen
}

const endLength = 60

function ends(text: string) {
  const characters = [...text]
  return {
    len_chars: characters.length,
    len_bytes: Buffer.byteLength(text),
    head: characters.slice(0, endLength).join(''),
    tail: characters.slice(-endLength).join(''),
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const shownLength = 300

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text
}
