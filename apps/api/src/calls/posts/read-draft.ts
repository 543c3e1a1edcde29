import { type DraftPost, readWriting, type Writing } from '@posthorn/core'
import { type Refused, refused } from '../../refusals/refused.js'

type Refusal = 'message_too_long' | 'bad_type' | 'post_props_too_long' | 'bad_parameter'

/** What a person writes as the post it becomes: like a hook's in all but the props that only hooks have, and never split. */
export function readDraft(writing: Writing): DraftPost | Refused<Refusal> {
  const written = readWriting(writing)
  if (written.ok) return written.post
  const { refusal, detail } = written
  if (refusal === 'message_too_long' || refusal === 'bad_type') return refused(refusal, detail)
  if (refusal === 'props_too_long') return refused('post_props_too_long', detail)
  return refused('bad_parameter', `Invalid post parameter: ${detail}`)
}
