import type { Refusal } from '@posthorn/server'
import { z } from 'zod'
import { Id } from '../../parameters.js'
import { type CallWords, ofTeam } from '../call-words.js'

const Ms = z.int().min(0).optional().describe('Milliseconds since 1970.')
const Query = z.object({
  outcome: z.enum(['posted', 'rejected']).optional(),
  from: Ms,
  to: Ms,
  cursor: Id.or(z.literal('')).optional().describe('The `next` of the page before.'),
  limit: z.int().min(1).max(200).optional().describe('60, if nothing is said.'),
})
const Again = z
  .object({ again: z.boolean().optional().describe('Send it once more, although it was replayed already.') })
  .nullable()

const ofHistory: Refusal[] = [...ofTeam, 'no_such_incoming_hook']
const path = '/teams/{team}/hooks/incoming/{hook}'
const owners = 'For the hook’s creator and the team’s administrators.'

/** What became of what senders sent. */
export const deliveryWords = {
  [`GET ${path}/deliveries`]: {
    tag: 'Deliveries',
    summary: 'What became of a hook’s deliveries',
    description: `Newest first, without payloads. ${owners}`,
    answer: 'A page of deliveries; `next` is the cursor of the page after it, or empty.',
    query: Query,
    refusals: ofHistory,
  },
  [`GET ${path}/deliveries/{delivery}`]: {
    tag: 'Deliveries',
    summary: 'A delivery with its payload',
    description: owners,
    answer: 'The delivery, its payload as it came, its posts.',
    refusals: [...ofHistory, 'no_such_delivery'],
  },
  [`POST ${path}/deliveries/{delivery}/replay`]: {
    tag: 'Deliveries',
    summary: 'Send a delivery again',
    description: `Once: when it was sent again already, that replay is the answer. ${owners}`,
    answer: 'The delivery that was sent instead.',
    body: Again,
    refusals: [...ofHistory, 'no_such_delivery', 'cannot_replay'],
  },
  [`POST ${path}/deliveries/replay`]: {
    tag: 'Deliveries',
    summary: 'Send all rejected deliveries of a time again',
    description: `Those that were not replayed yet, oldest first. ${owners}`,
    answer: 'The replay, which goes on behind the answer.',
    body: z.object({ from: Ms, to: Ms }),
    refusals: [...ofHistory, 'cannot_replay'],
  },
  [`GET ${path}/replays/{replay}`]: {
    tag: 'Deliveries',
    summary: 'How far a replay is',
    description: owners,
    answer: 'The progress.',
    refusals: [...ofHistory, 'no_such_replay', 'cannot_replay'],
  },
} satisfies Record<string, CallWords>
