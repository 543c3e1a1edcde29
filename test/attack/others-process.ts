import { type Measuring, measure } from './others.js'

/** Measures once for each message, and answers with what it found. */
process.on('message', async (measuring: Measuring) => process.send?.(await measure(measuring)))
