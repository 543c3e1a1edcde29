import type { DraftPost, UserPostInput } from '@posthorn/core'
import type { ApiDeps } from '../../deps.js'
import { Refused, refused } from '../../refusals/refused.js'
import type { TextRefused } from '../../texts/texts.js'

type Refusal = 'message_too_long' | 'bad_type' | 'post_props_too_long' | 'bad_parameter'

/** Turns a person's text into a post, like a hook's but without the props that only hooks have. It is never split. */
export async function readDraft(
  { texts }: ApiDeps,
  userId: string,
  input: UserPostInput,
): Promise<DraftPost | Refused<Refusal> | TextRefused> {
  const characters = input.message.length + JSON.stringify(input.props).length
  const reading = await texts.run(userId, 'readUserPost', input, characters)
  if (reading instanceof Refused) return reading
  if (reading.outcome === 'read') return reading.post
  const { outcome, detail } = reading
  if (outcome === 'message_too_long' || outcome === 'bad_type') return refused(outcome, detail)
  if (outcome === 'props_too_long') return refused('post_props_too_long', detail)
  return refused('bad_parameter', `Invalid post parameter: ${detail}`)
}
