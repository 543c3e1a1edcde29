import { calls, type PostVersionObject } from '@posthorn/contract'
import { deliveryOf } from '@posthorn/core'
import { findPost, type Post, type PostVersion, versionsOf } from '@posthorn/db'
import { serve } from '../../http/serve-calls.js'
import { refused } from '../../refusals/refused.js'

export const listPostVersions = serve(calls.listPostVersions, async ({ deps, channel, params }) => {
  const post = await findPost(deps.db, params.post)
  if (!post || post.deleteAt > 0 || post.channelId !== channel.id) return refused('no_such_post')
  const versions = await versionsOf(deps.db, post.id)
  return versions.map((version, index) => versionObject(post, version, versions[index + 1]))
})

function versionObject(post: Post, version: PostVersion, before: PostVersion | undefined): PostVersionObject {
  const { message, html, editAt, deliveryId } = version
  const isFirst = !before && editAt === post.createAt
  // a delivery makes one version of a post, so that a person made the second
  const isByPerson = before ? before.deliveryId === deliveryId : !isFirst && deliveryId === ''
  const own = isByPerson || !isFromHook(post) ? '' : deliveryId || deliveryOf(post.id)
  return { message, html, edit_at: editAt, delivery_id: own }
}

function isFromHook({ props: { from_webhook, from_bot } }: Post): boolean {
  return from_webhook === 'true' && from_bot !== 'true'
}
