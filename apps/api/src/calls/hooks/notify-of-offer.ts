import { hookOfferDays } from '@posthorn/contract'
import { htmlVersion, renderMarkdown, timeOf } from '@posthorn/core'
import {
  directChannels,
  directName,
  findTeamName,
  type NewPost,
  systemUserId,
  type User,
  writePost,
} from '@posthorn/db'
import { newId } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'

type Offering = { teamId: string; heir: User; by: User }

/**
 * Notifies a user of an offered hook in a direct message that mentions them. It has no text that the hook's creator
 * chose, because the system account sends it.
 */
export async function notifyOfOffer(deps: ApiDeps, { teamId, heir, by }: Offering): Promise<void> {
  const { db, nowMs, baseUrl, live } = deps
  const pair = { userId: systemUserId, otherId: heir.id }
  const channel = (await directChannels(db, [pair], nowMs())).get(directName(pair))
  if (!channel) return
  const team = (await findTeamName(db, teamId)) ?? teamId
  const message = textOf({ by, page: `/${team}/integrations/incoming` }, baseUrl)
  const post = systemPost(channel.id, message)
  await writePost(db, post, { mentioned: [heir.id], as: 'event' })
  live.posted([post.id])
}

function systemPost(channelId: string, message: string): NewPost {
  const id = newId()
  const text = { message, html: renderMarkdown(message), htmlVersion }
  const rest = { createAt: timeOf(id), userId: systemUserId, rootId: '', type: '', props: '{}' }
  return { id, channelId, ...text, ...rest }
}

function textOf({ by, page }: Pick<Offering, 'by'> & { page: string }, baseUrl?: string) {
  const place = baseUrl === undefined ? `\`${page}\`` : `[Incoming webhooks](${baseUrl}${page})`
  return [
    `@${by.username} offers you an incoming webhook.`,
    'If you accept it, anyone who has its URL can post with your permissions, in your name.',
    `Accept or decline it within ${hookOfferDays} days: ${place}.`,
  ].join('\n\n')
}
