import { getDelivery } from './get.js'
import { listDeliveries } from './list.js'
import { getReplay, replayDelivery, replayRejected } from './replay.js'

/** What became of what senders sent, and sending it again. */
export const deliveryCalls = [listDeliveries, getDelivery, replayDelivery, replayRejected, getReplay]
