import { hasSaid, probeOverIpc } from './ipc.js'
import { launch } from './launch.js'
import type { Running } from './service.js'

/** The worker's own deadline for finishing what it has in hand. */
const usuallyStopWithinMs = 25_000

/**
 * Loaded before the script: ends the process in order when we are gone without having stopped it, as after a SIGKILL, and
 * says that its event loop turns whenever we ask.
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
  /** How long its orderly end may take before SIGKILL. */
  stopWithinMs?: number
}

/** `ready` resolves once the process has said that it is; it never rejects. */
export type NodeProcess = Running & { ready: Promise<void> }

/** Starts `node script` as a process of its own; what it prints goes where our own output goes. */
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
  return { ...running, ready: hasSaid(child, 'ready'), probe: () => probeOverIpc(child) }
}
