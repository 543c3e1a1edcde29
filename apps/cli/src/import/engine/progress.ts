import type { Output } from '../../output/output.js'

const everyMs = 10_000

/** Returns a function that shows how many posts were sent: in place on a terminal, else as a line now and then. */
export function importProgress(out: Output): (posts: number) => void {
  const startedAt = Date.now()
  let shownAt = startedAt
  return posts => {
    const now = Date.now()
    const isTerminal = out.stderr.isTTY === true && !out.isQuiet
    if (!isTerminal && now < shownAt + everyMs) return
    shownAt = now
    const perSecond = Math.round((1000 * posts) / Math.max(1, now - startedAt))
    const text = `${posts} posts, ${perSecond} per second`
    if (isTerminal) out.stderr.write(`\r${text}   `)
    else out.note(text)
  }
}
