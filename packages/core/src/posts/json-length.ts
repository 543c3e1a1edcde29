import { codePoints } from '../text/code-points.js'

/** What a value takes of a post's props: code points of its JSON (docs/behaviour.md, posts). */
export function jsonLength(value: unknown): number {
  return codePoints(JSON.stringify(value))
}
