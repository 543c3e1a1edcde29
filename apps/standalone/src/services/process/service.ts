import type { ProbeResult } from './probe.js'

/** How a process ended: its exit code or signal. */
export type ExitStatus = { code: number | null; signal: NodeJS.Signals | null }

/** A process that we start and stop. */
export type Running = {
  name: string
  pid: number
  /** Where its output goes. Absent if it goes to ours. */
  logFile?: string | undefined
  /** Never rejects. */
  exited: Promise<ExitStatus>
  /** Asks it to stop, kills it if it does not, and resolves when it is gone. Can be called again. */
  stop(): Promise<void>
  /** Kills it at once. */
  kill(): void
  /** Whether it responds at all, even with an error. Absent if it cannot be probed. */
  probe?(): Promise<ProbeResult>
}

/** A process that others connect to. `url` contains the password, so never print it. */
export type Service = Running & { url: string }

export type PrintLine = (line: string) => void
