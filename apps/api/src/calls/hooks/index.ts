import { disableHook, enableHook, searchAllHooks } from './administer.js'
import { createHook } from './create.js'
import { acceptHook, declineHook, listHookOffers, transferHook, withdrawHookOffer } from './offers.js'
import { getHook, listHooks } from './read.js'
import { listRefusedCalls } from './refused-calls.js'
import { searchHooks } from './search.js'
import { deleteHook, rotateHookKey } from './stop.js'
import { updateHook } from './update.js'

/** Incoming webhooks and their management. */
export const hookCalls = [
  listHooks,
  getHook,
  searchHooks,
  listRefusedCalls,
  createHook,
  updateHook,
  rotateHookKey,
  deleteHook,
  disableHook,
  enableHook,
  transferHook,
  listHookOffers,
  acceptHook,
  declineHook,
  withdrawHookOffer,
  searchAllHooks,
]
