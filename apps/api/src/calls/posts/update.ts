import { calls } from '@posthorn/contract'
import { htmlVersion } from '@posthorn/core'
import { type Channel, editPost, findPost, type Post, type User } from '@posthorn/db'
import { newId } from '@posthorn/server'
import { serve } from '../../http/serve-calls.js'
import { postEdited } from '../../live/events.js'
import { postObject } from '../../objects/post-object.js'
import { Refused, refused } from '../../refusals/refused.js'
import { readDraft } from './read-draft.js'

/** Replaces the message of the caller's own post. Nothing else changes, and nobody is mentioned again. */
export const updatePost = serve(calls.updatePost, async ({ deps, caller, channel, body }) => {
  const { id, message } = body
  const post = await findPost(deps.db, id)
  if (!post || post.channelId !== channel.id) return refused('no_post_to_update')
  const mistake = whyNotEditable(post, channel, caller.user)
  if (mistake) return refused(mistake)
  const { attachments } = post.props
  const props = attachments === undefined ? {} : { attachments }
  const draft = await readDraft(deps, caller.user.id, { message, type: '', props })
  if (draft instanceof Refused) return draft
  const edit = { id, message: draft.message, html: draft.html, htmlVersion, copyId: newId() }
  const edited = await editPost(deps.db, edit)
  if (!edited) return refused('deleted_post')
  deps.live.publish(postEdited(edited))
  return postObject(edited, false)
})

function whyNotEditable(post: Post, channel: Channel, user: User) {
  if (post.userId !== user.id) return 'no_permission_api'
  if (post.deleteAt > 0) return 'deleted_post'
  if (post.type.startsWith('system_')) return 'system_post'
  return channel.deleteAt > 0 ? 'archived_for_posts' : undefined
}
