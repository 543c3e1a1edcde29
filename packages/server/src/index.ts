export type { Rate } from '@posthorn/core'
export { addressKey } from './address-key.js'
export { type AppOptions, buildApp, noSuchCall, refuse } from './app.js'
export {
  type BodyBudget,
  type BodyLimits,
  type BodyTrouble,
  defaultBodyLimits,
  openBodyBudget,
} from './body-budget.js'
export { type Checks, untilThere } from './checks.js'
export { type Closable, closeOnSignal } from './close.js'
export { EnvMistakes, pickVariables, readEnv, variables } from './env.js'
export { type IdSource, makeIds, newId, newSecret } from './ids.js'
export { limited, type Standing, tellStanding } from './limited.js'
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
export { ownUpgrades, type Upgrade } from './upgrades.js'
export { versionId } from './version.js'
