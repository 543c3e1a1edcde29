import { z } from 'zod'
import { defineCall } from '../../call.js'
import { hookOfferDays, maxOffersPerDay } from '../../limits.js'
import { HookObject, OfferedHook } from '../../objects/hooks/hook.js'
import { Id, RepairedText } from '../../parameters.js'
import { common, ofHook, path, pattern } from './of-hooks.js'

const id = RepairedText.min(1).meta({ pattern })

/** Holds the fields that all calls about offers share. */
const step = {
  ...common,
  scope: 'manage',
  body: z.object({ id }),
  answer: HookObject,
  answers: 'The hook.',
  audit: { target: 'hook', id: ['body.id'] },
} as const
const ofOffer = ['no_hook_here', 'hook_of_other_team', 'no_hook_offer'] as const

export const transferHook = defineCall({
  ...step,
  operationId: 'transferHook',
  route: `POST ${path}/transfer`,
  summary: 'Offer a hook to another user',
  description:
    'The creator does not change until the user accepts. The user gets a direct message and has ' +
    `${hookOfferDays} days to accept. The key and history stay. After that, the hook posts with its new ` +
    'creator’s permissions. A hook has at most one pending offer. Allowed for the team’s administrators, ' +
    `${maxOffersPerDay} times a day for the same user.`,
  body: z.object({
    id,
    user_id: Id.describe('An active member of the team who can read the hook’s channel.'),
  }),
  errors: [
    ...ofHook,
    'no_such_user',
    'no_hook_creator',
    'no_hook_reader',
    'hook_disabled',
    'hook_offered',
    'hook_offers_per_day',
    'cannot_count',
  ],
})

export const acceptHook = defineCall({
  ...step,
  operationId: 'acceptHook',
  route: `POST ${path}/transfer/accept`,
  summary: 'Accept an offered hook',
  description:
    'After that, anyone with the hook’s URL can post in the caller’s name and with the caller’s ' +
    'permissions. Allowed for the user who received the offer.',
  errors: [
    ...ofOffer,
    'no_hook_creator',
    'no_hook_reader',
    'too_many_hooks_of_owner',
    'too_many_hooks_of_team',
  ],
})

export const declineHook = defineCall({
  ...step,
  operationId: 'declineHook',
  route: `POST ${path}/transfer/decline`,
  summary: 'Decline an offered hook',
  description: 'The creator stays the same. Allowed for the user who received the offer.',
  answer: z.object({ id: z.string() }),
  answers: 'The hook’s ID.',
  errors: ofOffer,
})

export const withdrawHookOffer = defineCall({
  ...step,
  operationId: 'withdrawHookOffer',
  route: `POST ${path}/transfer/withdraw`,
  summary: 'Withdraw the offer of a hook',
  description: 'Allowed for the user who made the offer and for the team’s administrators.',
  errors: ofOffer,
})

export const listHookOffers = defineCall({
  ...common,
  operationId: 'listHookOffers',
  route: `GET ${path}/offers`,
  scope: 'read',
  summary: 'List hooks that are offered to the caller',
  description: 'The newest 100 hooks of the team with a pending offer.',
  answer: z.array(OfferedHook),
  answers: 'The hooks, and the users who offer them.',
})
