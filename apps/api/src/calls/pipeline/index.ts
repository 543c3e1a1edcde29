import { getFigures } from './figures.js'
import { getHealth } from './health.js'
import { listLimitedCallers } from './limited-callers.js'
import { listProcesses } from './processes.js'

/** The pipeline's state, for operators. */
export const pipelineCalls = [getHealth, listProcesses, getFigures, listLimitedCallers]
