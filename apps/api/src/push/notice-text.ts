import { hookPostName } from '@posthorn/contract'
import { textOfHtml } from '@posthorn/core'
import type { WantedNotice } from '@posthorn/db'

/** What a notification shows, the screen that it opens, and the name under which a newer one replaces it. */
export type NoticeText = { title: string; body: string; path: string; tag: string }

const maxBodyChars = 200
const maxTitleChars = 100
/** Mentions that are due together and more than these become one notification. */
const maxSingle = 3

/** Returns the notifications of a user's mentions, which are ordered by post. */
export function noticeTexts(notices: WantedNotice[]): NoticeText[] {
  const texts = notices.slice(-maxSingle).map(noticeText)
  const newest = texts.at(-1)
  if (newest === undefined || notices.length <= maxSingle) return texts
  const body = cut(`${newest.title}: ${newest.body}`, maxBodyChars)
  return [{ ...newest, title: `${notices.length} new mentions`, body, tag: 'mentions' }]
}

/** Returns what a notification of a mention shows. */
export function noticeText(notice: WantedNotice): NoticeText {
  const { post, channel } = notice
  const sender = senderName(notice)
  const title = channel.type === 'D' ? sender : `${sender} in ${channel.displayName}`
  return { title: cut(title, maxTitleChars), body: bodyOf(post), path: pathOf(notice), tag: post.id }
}

/** Returns the name that the post shows. */
function senderName({ post: { props }, author }: WantedNotice): string {
  return props.from_webhook === 'true' ? hookPostName(props) : author
}

/** Returns the post's text, else an attachment's fallback or title. */
function bodyOf({ message, html, props }: WantedNotice['post']): string {
  const [first] = Array.isArray(props.attachments) ? (props.attachments as Record<string, unknown>[]) : []
  const words = message === '' ? textIn(first?.fallback) || textIn(first?.title) : ''
  return words === '' ? textOfHtml(html, maxBodyChars) : cut(words, maxBodyChars)
}

function pathOf({ post, channel, team, partner }: WantedNotice): string {
  const place = channel.type === 'D' ? `messages/@${encodeURIComponent(partner)}` : `channels/${channel.name}`
  const where = post.rootId === '' ? `?post=${post.id}` : `/thread/${post.rootId}?reply=${post.id}`
  return `/${team}/${place}${where}`
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

const cut = (text: string, most: number) => Array.from(text).slice(0, most).join('')
