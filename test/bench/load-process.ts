import { load } from './load.js'

/** The sender is a process of its own, as senders are. */
const [, , url = '', calls = '0', run = ''] = process.argv
const rate = await load({ url, calls: Number(calls), run })
process.send?.(rate, () => process.exit()) // autocannon would go on to its next whole second
