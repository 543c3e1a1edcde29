export { type AppOptions, buildApp, refuse } from './app.js'
export { type Closable, closeOnSignal } from './close.js'
export { EnvMistakes, type Rate, readEnv, variables } from './env.js'
export { type IdSource, makeIds, newId, newSecret } from './ids.js'
export { type Log, openLog } from './log.js'
export { type Checks, opsRoutes } from './ops.js'
export {
  type ApiRefusal,
  type HookRefusal,
  isHookRefusal,
  type Refusal,
  type RefusalWords,
  refusals,
} from './refusals.js'
export { reasonOf, runMain } from './run-main.js'
export { versionId } from './version.js'
