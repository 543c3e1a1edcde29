import type { ProbeResult } from './probe.js'

/** What a process that ended left behind: an exit code, or the signal that ended it. */
export type ExitStatus = { code: number | null; signal: NodeJS.Signals | null }

/** A process that we started and that we end. */
export type Running = {
  name: string
  pid: number
  /** Never rejects. */
  exited: Promise<ExitStatus>
  /** Asks it to end, ends it by force when it does not, and resolves once it is gone. May be called again. */
  stop(): Promise<void>
  /** Ends it at once, by force. */
  kill(): void
  /** Whether it says anything, be it no, when it is spoken to. Absent where nobody can ask. */
  probe?(): Promise<ProbeResult>
}

/** A process that others talk to. `url` holds the password: never print it. */
export type Service = Running & { url: string }

export type PrintLine = (line: string) => void
