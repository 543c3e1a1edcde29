import { codePoints } from '../text/code-points.js'

/** What a value takes of a post's props: code points of its JSON (spec 1.3). */
export function weight(value: unknown): number {
  return codePoints(JSON.stringify(value))
}
