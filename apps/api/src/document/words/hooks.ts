import type { Refusal } from '@posthorn/server'
import { z } from 'zod'
import { Id } from '../../parameters.js'
import { type CallWords, ofTeam } from '../call-words.js'

const choices = {
  channel_id: Id.describe('The channel that the hook posts to where a payload names none.'),
  display_name: z.string().max(64).optional().describe('At most 64 bytes.'),
  description: z.string().max(128).optional().describe('At most 128 bytes.'),
  channel_locked: z.boolean().optional().describe('Whether the hook posts to its own channel only.'),
  confirm: z
    .boolean()
    .optional()
    .describe(
      'Whether a sender is answered when the payload is posted, up to 3 s later, not when it is kept.',
    ),
}
const NewHook = z.object({
  ...choices,
  key: z
    .string()
    .regex(/^[a-z0-9]{26}$/)
    .optional()
    .describe(
      'The key of a hook that moves here from another server; only a system administrator brings one.',
    ),
})
const Changes = z.object({ id: Id, ...choices })
const Regen = z.object({
  id: Id,
  overlap_seconds: z
    .int()
    .min(0)
    .max(2_592_000)
    .optional()
    .describe('How long the old key stays good: a day, if nothing is said; 0 when it leaked.'),
})

const inHook: Refusal[] = [
  ...ofTeam,
  'hooks_disabled',
  'no_such_channel',
  'hook_display_name_too_long',
  'hook_description_too_long',
]
const ofHook: Refusal[] = ['no_hook_here', 'hook_of_other_team']

const administrators =
  'For the team’s administrators; for all members, as far as it is about their own hooks, where ' +
  'EnableOnlyAdminIntegrations is off.'
const path = '/teams/{team}/hooks/incoming'

/** Managing hooks. */
export const hookWords = {
  [`GET ${path}/list`]: {
    tag: 'Hooks',
    summary: 'A team’s hooks',
    description: `The oldest first. ${administrators}`,
    answer: 'The hooks, without their keys.',
    query: z.object({
      page: z.int().min(0).max(999_999_999).optional(),
      per_page: z.int().min(0).max(200).optional().describe('100, if nothing is said.'),
    }),
    refusals: [...ofTeam, 'hooks_disabled'],
  },
  [`GET ${path}/{hook}/get`]: {
    tag: 'Hooks',
    summary: 'A hook',
    description: administrators,
    answer: 'The hook, without its key.',
    refusals: [...ofTeam, ...ofHook, 'hooks_disabled'],
  },
  [`POST ${path}/create`]: {
    tag: 'Hooks',
    summary: 'Create a hook',
    description: administrators,
    answer: 'The hook. Its `url` holds the key, which is shown this once.',
    body: NewHook,
    refusals: [...inHook, 'key_taken'],
  },
  [`POST ${path}/update`]: {
    tag: 'Hooks',
    summary: 'Change a hook',
    description: `Texts that are absent become empty; what is on or off stays. ${administrators}`,
    answer: 'The hook as changed.',
    body: Changes,
    refusals: [...inHook, ...ofHook],
  },
  [`POST ${path}/regen`]: {
    tag: 'Hooks',
    summary: 'Give a hook another key',
    description: administrators,
    answer: 'The hook. Its `url` holds the new key, which is shown this once.',
    body: Regen,
    refusals: [...ofTeam, ...ofHook],
  },
  [`POST ${path}/delete`]: {
    tag: 'Hooks',
    summary: 'Delete a hook',
    description: administrators,
    answer: 'What was sent.',
    body: z.object({ id: Id }),
    refusals: [...ofTeam, ...ofHook],
  },
} satisfies Record<string, CallWords>
