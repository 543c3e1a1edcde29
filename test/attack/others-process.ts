import { type Measuring, measure } from './others.js'

/** Measures once per message, and replies with the result. */
process.on('message', async (measuring: Measuring) => process.send?.(await measure(measuring)))
