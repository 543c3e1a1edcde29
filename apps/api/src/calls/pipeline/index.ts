import { listLimitedCallers } from './limited-callers.js'

/** How the pipeline is doing, for who sees to it. */
export const pipelineCalls = [listLimitedCallers]
