import { load } from './load.js'

/** The sender is a process of its own, as senders are. */
const [, , url = '', calls = '0', run = ''] = process.argv
process.send?.(await load({ url, calls: Number(calls), run }))
