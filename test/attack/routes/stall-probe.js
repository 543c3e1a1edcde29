import { openSync, readSync } from 'node:fs'

// Loaded by a process of the product (`--import`). Tells its parent the longest stall of its event loop since the last question.
// `monitorEventLoopDelay` also counts the time that the thread waited for a core, which on a busy machine is most of it.

const everyMs = 1
/** The turn in which a question arrives is over after this. */
const turnMs = 3

const schedule = openSchedule()
const text = Buffer.alloc(64)
let atMs = performance.now()
let waitedMs = coreWaitMs()
let longestMs = 0

setInterval(look, everyMs).unref()
process.on('message', message => {
  if (message === 'stall?') setTimeout(answer, turnMs)
})
process.channel?.unref()

/** Measures the turns of the loop since the last look. */
function look() {
  const [now, waited] = [performance.now(), coreWaitMs()]
  longestMs = Math.max(longestMs, now - atMs - everyMs - (waited - waitedMs))
  atMs = now
  waitedMs = waited
}

function answer() {
  process.send?.({ stallMs: longestMs })
  longestMs = 0
}

/** Returns how long this thread has waited for a core. Only Linux tells. */
function coreWaitMs() {
  if (schedule === undefined) return 0
  const length = readSync(schedule, text, 0, text.length, 0)
  const [, waitedNs] = text.toString('latin1', 0, length).split(' ', 2)
  return Number(waitedNs) / 1e6
}

function openSchedule() {
  try {
    return openSync(`/proc/self/task/${process.pid}/schedstat`, 'r')
  } catch {
    return undefined
  }
}
