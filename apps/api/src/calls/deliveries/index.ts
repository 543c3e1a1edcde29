import { getDelivery } from './get.js'
import { countDeliveries, listDeliveries } from './list.js'
import { getDeliveryOfPost } from './of-post.js'
import { previewPayload } from './preview.js'
import { getReplay, replayDeliveries, replayDelivery } from './replay.js'
import { sendPayload } from './send.js'

/** Deliveries, their outcomes, and replays. */
export const deliveryCalls = [
  listDeliveries,
  countDeliveries,
  getDelivery,
  getDeliveryOfPost,
  replayDelivery,
  replayDeliveries,
  getReplay,
  previewPayload,
  sendPayload,
]
