import { type DraftPost, readUserPost, type UserPostInput } from '@posthorn/core'
import { type Refused, refused } from '../../refusals/refused.js'

type Refusal = 'message_too_long' | 'bad_type' | 'post_props_too_long' | 'bad_parameter'

/** What a person writes as the post it becomes: like a hook's in all but the props that only hooks have, and never split. */
export function readDraft(input: UserPostInput): DraftPost | Refused<Refusal> {
  const reading = readUserPost(input)
  if (reading.outcome === 'read') return reading.post
  const { outcome, detail } = reading
  if (outcome === 'message_too_long' || outcome === 'bad_type') return refused(outcome, detail)
  if (outcome === 'props_too_long') return refused('post_props_too_long', detail)
  return refused('bad_parameter', `Invalid post parameter: ${detail}`)
}
