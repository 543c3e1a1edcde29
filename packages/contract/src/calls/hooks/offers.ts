import { z } from 'zod'
import { defineCall } from '../../call.js'
import { hookOfferDays } from '../../limits.js'
import { HookObject, OfferedHook } from '../../objects/hook.js'
import { Id, RepairedText } from '../../parameters.js'
import { common, ofHook, path, pattern } from './common.js'

const id = RepairedText.min(1).meta({ pattern })

/** What a step of an offer has in common with the others. */
const step = {
  ...common,
  scope: 'manage',
  body: z.object({ id }),
  answer: HookObject,
  answers: 'The hook as it is now.',
  audit: { target: 'hook', id: ['body.id'] },
} as const
const ofOffer = ['no_hook_here', 'hook_of_other_team', 'no_hook_offer'] as const

export const transferHook = defineCall({
  ...step,
  operationId: 'transferHook',
  route: `POST ${path}/transfer`,
  summary: 'Offer a hook to somebody else',
  description:
    `Its creator stays until the user accepts, which they can do for ${hookOfferDays} days; they are told in a direct message. ` +
    'Its key and its history stay. From then on it posts with its new creator’s permissions. One offer is pending at a time. ' +
    'For the team’s administrators.',
  body: z.object({
    id,
    user_id: Id.describe('An active member of the team who may read the hook’s channel.'),
  }),
  errors: [...ofHook, 'no_such_user', 'no_hook_creator', 'no_hook_reader', 'hook_disabled', 'hook_offered'],
})

export const acceptHook = defineCall({
  ...step,
  operationId: 'acceptHook',
  route: `POST ${path}/transfer/accept`,
  summary: 'Accept a hook that is offered',
  description:
    'Anyone who has its URL can then post with the caller’s permissions, in their name. For the user to whom it is offered.',
  errors: [...ofOffer, 'no_hook_creator', 'no_hook_reader'],
})

export const declineHook = defineCall({
  ...step,
  operationId: 'declineHook',
  route: `POST ${path}/transfer/decline`,
  summary: 'Decline a hook that is offered',
  description: 'It stays with its creator. For the user to whom it is offered.',
  answer: z.object({ id: z.string() }),
  answers: 'The hook’s id.',
  errors: ofOffer,
})

export const withdrawHookOffer = defineCall({
  ...step,
  operationId: 'withdrawHookOffer',
  route: `POST ${path}/transfer/withdraw`,
  summary: 'Withdraw the offer of a hook',
  description: 'For the user who offered it, and for the team’s administrators.',
  errors: ofOffer,
})

export const listHookOffers = defineCall({
  ...common,
  operationId: 'listHookOffers',
  route: `GET ${path}/offers`,
  scope: 'read',
  summary: 'Hooks that are offered to the caller',
  description: 'The newest 100 hooks of the team whose offers are pending.',
  answer: z.array(OfferedHook),
  answers: 'The hooks, and who offers them.',
})
