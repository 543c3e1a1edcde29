import type { z } from 'zod'
import { registerPoolMetrics } from './ops/call-metrics.js'
import { type Checks, type StartChecks, waitForDependencies } from './ops/checks.js'
import { type OtherClock, openClockWatch } from './ops/clock-watch.js'
import { type Metrics, openMetrics } from './ops/metrics.js'
import { type Ops, openOps } from './ops/ops.js'
import { type Closable, closeOnSignal } from './process/close.js'
import { pickVariables, readEnv, type variables } from './process/env.js'
import { type Log, openLog } from './process/log.js'
import { runMain } from './process/run-main.js'
import { openTracing, tracingVariables } from './tracing/open-tracing.js'
import type { Tracing } from './tracing/tracing.js'

type Name = keyof typeof variables

const commonVariables = ['HOST', 'OPS_PORT', 'METRICS_TOKEN', 'LOG_LEVEL', ...tracingVariables] as const
type Env<Names extends Name> = z.infer<z.ZodObject<Pick<typeof variables, Names>>>
type Common = (typeof commonVariables)[number]

export type ServiceTools = { log: Log; metrics: Metrics; tracing: Tracing | undefined }

/** A service that has begun to connect to its stores. */
export type PreparedService = StartChecks & {
  /** The connections to Postgres. */
  pool: Parameters<typeof registerPoolMetrics>[1]
  clocks: Record<string, OtherClock>
  checks: Checks
  degraded: Checks
  /** How long calls are still accepted after `/readyz` turns to `stopping`. */
  graceMs?: number | undefined
  /** Starts the work, once the stores have what it needs. */
  start: (ops: Ops) => Promise<StartedService>
  /** Closed last, in this order. */
  stores: Closable[]
}

type StartedService = {
  /** Closed first, in this order: what accepts work, then what finishes it. */
  work: Closable[]
  /** Closed after the spans were sent. */
  report: Closable
  /** Accepts calls. Resolves to the address. Absent if the service gets none. */
  listen?: () => Promise<{ host: string; port: number }>
}

/**
 * Runs a process of a service: reads its variables and those of every service, waits for its stores, starts it, and closes
 * everything in order on a signal.
 */
export function runService<Names extends Name>(
  name: string,
  names: readonly Names[],
  open: (env: Env<Names | Common>, tools: ServiceTools) => Promise<PreparedService>,
): void {
  runMain(async () => {
    const env = readEnv(pickVariables<Names | Common>(...names, ...commonVariables))
    const { HOST: host, OPS_PORT: port, METRICS_TOKEN: token, ...common } = env as Env<Common>
    const log = openLog(name, common.LOG_LEVEL)
    const metrics = openMetrics()
    const tracing = await openTracing(common, name, log)
    const service = await open(env, { log, metrics, tracing })
    registerPoolMetrics(metrics, service.pool)
    const clocks = openClockWatch(service.clocks, { log, metrics })
    const { checks, graceMs, needed, refused } = service
    const degraded = { ...service.degraded, clock: clocks.trouble }
    const ops = await openOps({ log, metrics, checks, degraded, host, port, token, graceMs })
    await waitForDependencies({ needed, refused }, log)
    const { work, report, listen } = await service.start(ops)

    // turn unready · stop accepting and finish the work · release connections
    const parts = [ops.readiness, clocks, ...work, tracing, report, ...service.stores, ops.server]
    closeOnSignal(parts, log)

    const address = await listen?.()
    ops.begin()
    log.info(address ?? {}, 'ready')
    process.send?.('ready', undefined, undefined, () => {}) // to `npm start`, which may be gone by now
  })
}
