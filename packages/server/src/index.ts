export { type AppOptions, buildApp, refuse } from './app.js'
export { backlogMetrics, type Lane } from './backlog-metrics.js'
export { type Checks, untilThere } from './checks.js'
export { type Closable, closeOnSignal } from './close.js'
export { EnvMistakes, type Rate, readEnv, variables } from './env.js'
export { type IdSource, makeIds, newId, newSecret } from './ids.js'
export { type Log, openLog } from './log.js'
export { type Metrics, openMetrics, type ProcessFigures, textOfAll } from './metrics.js'
export { type Ops, type OpsOptions, openOps } from './ops.js'
export { reasonOf } from './redact.js'
export {
  type ApiRefusal,
  type HookRefusal,
  hookRefusals,
  isHookRefusal,
  type Refusal,
  type RefusalWords,
  refusals,
} from './refusals.js'
export { runMain } from './run-main.js'
export { versionId } from './version.js'
