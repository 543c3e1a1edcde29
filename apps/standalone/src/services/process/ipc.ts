import type { ChildProcess } from 'node:child_process'
import { failedProbe, type ProbeResult } from './probe.js'

/** A response that takes one turn of its event loop. */
const answerWithinMs = 2_000

/** Whether one of our Node processes responds over its channel, which needs no port and no descriptor. */
export function probeOverIpc(child: ChildProcess): Promise<ProbeResult> {
  return new Promise(resolve => {
    const end = (result: ProbeResult) => {
      clearTimeout(patience)
      child.off('message', onMessage)
      resolve(result)
    }
    const onMessage = () => end('answers')
    const patience = setTimeout(end, answerWithinMs, 'silent')
    child.on('message', onMessage)
    child.send('are you there?', error => error && end(failedProbe(error)))
  })
}

/** Resolves when the process sends this message over its channel. */
export function untilMessage(child: ChildProcess, message: string): Promise<void> {
  return new Promise(resolve => {
    const onMessage = (received: unknown) => {
      if (received !== message) return
      child.off('message', onMessage)
      resolve()
    }
    child.on('message', onMessage)
  })
}
