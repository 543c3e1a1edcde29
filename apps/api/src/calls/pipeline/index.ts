import { getFigures } from './figures.js'
import { getHealth } from './health.js'
import { listLimitedCallers } from './limited-callers.js'
import { listProcesses } from './processes.js'

/** How the pipeline is doing, for who sees to it. */
export const pipelineCalls = [getHealth, listProcesses, getFigures, listLimitedCallers]
