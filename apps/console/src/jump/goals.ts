import type { ChannelObject, HookOverview, PostObject, UserObject } from '@posthorn/contract'
import { textLines } from '../channel/history/text-lines.js'
import type { IconName } from '../ui/icon.js'
import { type ExcerptPiece, excerptOf } from './excerpt.js'

/** Something to jump to. `key` is unique within its group. */
export type Goal = {
  key: string
  href: string
  icon: IconName
  name: string
  /** What distinguishes it from others. */
  about?: string
  at?: number
  /** The part of a post that matches. */
  excerpt?: ExcerptPiece[]
}

export type Group = { title: string; goals: Goal[] }

export function channelGoal(team: string, { id, name, display_name: title, type }: ChannelObject): Goal {
  return {
    key: id,
    href: `/${team}/channels/${name}`,
    icon: type === 'P' ? 'lock' : 'hash',
    name: title || name,
    about: `~${name}`,
  }
}

export function personGoal(team: string, { id, username, first_name, last_name }: UserObject): Goal {
  const about = [first_name, last_name].filter(Boolean).join(' ')
  return { key: id, href: `/${team}/messages/@${username}`, icon: 'person', name: username, about }
}

export function hookGoal(team: string, { id, display_name: title, channel }: HookOverview): Goal {
  const name = title || 'Webhook'
  return {
    key: id,
    href: `/${team}/integrations/incoming/${id}`,
    icon: 'webhook',
    name,
    about: channel.display_name,
  }
}

type PostGoal = { team: string; post: PostObject; channel: { path: string; title: string }; author: string }

/** A post with its author, channel and the words that match. */
export function postGoal({ team, post, channel, author }: PostGoal, words: string[]): Goal {
  const { id, root_id: root } = post
  const path = `/${team}/${channel.path}`
  return {
    key: id,
    href: root === '' ? `${path}?post=${id}` : `${path}/thread/${root}?reply=${id}`,
    icon: 'reply',
    name: author,
    about: channel.title,
    at: post.create_at,
    excerpt: excerptOf(textLines(post.html ?? '').join(' '), words),
  }
}
