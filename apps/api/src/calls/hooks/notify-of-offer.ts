import { hookOfferDays } from '@posthorn/contract'
import { asCode, htmlVersion, renderMarkdown, timeOf } from '@posthorn/core'
import {
  directChannels,
  directName,
  findTeamName,
  type ManagedHook,
  type NewPost,
  systemUserId,
  type User,
  writePost,
} from '@posthorn/db'
import { newId } from '@posthorn/server'
import type { ApiDeps } from '../../deps.js'

type Offering = { hook: ManagedHook; heir: User; by: User }

/** Notifies a user of an offered hook in a direct message that mentions them. */
export async function notifyOfOffer(deps: ApiDeps, { hook, heir, by }: Offering): Promise<void> {
  const { db, nowMs, baseUrl, live } = deps
  const pair = { userId: systemUserId, otherId: heir.id }
  const channel = (await directChannels(db, [pair], nowMs())).get(directName(pair))
  if (!channel) return
  const team = (await findTeamName(db, hook.teamId)) ?? hook.teamId
  const message = textOf({ hook, by, page: `/${team}/integrations/incoming` }, baseUrl)
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

function textOf({ hook, by, page }: Pick<Offering, 'hook' | 'by'> & { page: string }, baseUrl?: string) {
  const link = baseUrl === undefined ? `\`${page}\`` : `[${page}](${baseUrl}${page})`
  return [
    `@${by.username} offers you the incoming webhook ${asCode(hook.displayName || hook.id)}.`,
    'If you accept it, anyone who has its URL can post with your permissions, in your name.',
    `Accept or decline it within ${hookOfferDays} days: ${link}.`,
  ].join('\n\n')
}
