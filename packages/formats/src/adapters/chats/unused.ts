import type { Native } from '../native.js'

/** Returns the names of those keys of an object that have a value and are not shown, for the hook's owner. */
export function unusedKeys(object: Native, shown: ReadonlySet<string>, path = ''): string[] {
  return object.entries
    .filter(([name, value]) => !shown.has(name) && hasContent(value))
    .map(([name]) => path + name)
}

/** Senders write defaults such as `"tts": false`. */
function hasContent(value: Native): boolean {
  return !['', 'false', '0'].includes(value.text) || value.length > 0 || value.entries.length > 0
}
