import type { ChildProcess } from 'node:child_process'
import { launch } from './launch.js'
import { failedProbe, type ProbeResult } from './probe.js'
import type { Running } from './service.js'

/** The worker's own deadline for finishing its work. */
const usuallyStopWithinMs = 25_000
/** A response that takes one turn of its event loop. */
const answerWithinMs = 2_000

/**
 * Loaded before the script: stops the process in order when we are gone without stopping it, for example after a SIGKILL, and
 * confirms that its event loop turns when we ask.
 */
const leash = `
  const end = () => process.kill(process.pid, 'SIGTERM')
  if (!process.connected) end()
  process.once('disconnect', end)
  process.on('message', () => process.send('here', () => {}))
  process.channel?.unref()`
const leashUrl = `data:text/javascript,${encodeURIComponent(leash)}`

export type NodeOptions = {
  name: string
  script: string
  env: NodeJS.ProcessEnv
  args?: string[]
  /** How long it may take to stop before SIGKILL. */
  stopWithinMs?: number
}

/** `ready` resolves when the process reports it, and never rejects. */
export type NodeProcess = Running & { ready: Promise<void> }

/** Starts `node script` as a process. Its output goes where ours goes. */
export async function startNode({
  name,
  script,
  env,
  args = [],
  ...options
}: NodeOptions): Promise<NodeProcess> {
  const { child, ...running } = await launch({
    name,
    command: process.execPath,
    args: ['--import', leashUrl, script, ...args],
    options: { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
    stopSignal: 'SIGTERM',
    stopWithinMs: options.stopWithinMs ?? usuallyStopWithinMs,
    endsWithUs: true,
  })
  return { ...running, ready: untilMessage(child, 'ready'), probe: () => probeOverIpc(child) }
}

/** Whether one of our Node processes responds over its channel, which needs no port and no descriptor. */
function probeOverIpc(child: ChildProcess): Promise<ProbeResult> {
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
function untilMessage(child: ChildProcess, message: string): Promise<void> {
  return new Promise(resolve => {
    const onMessage = (received: unknown) => {
      if (received !== message) return
      child.off('message', onMessage)
      resolve()
    }
    child.on('message', onMessage)
  })
}
