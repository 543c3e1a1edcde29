import type { PostObject } from '@posthorn/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useMe } from '../data/session.js'
import { postIn } from '../live/events.js'
import { useLiveEvents } from '../live/live.js'
import { announcementOf } from './history/announcement.js'

/** An update and its reply arrive as two events. */
const togetherMs = 400

type AnnouncerProps = {
  channel: string
  /** The thread that is open. */
  root: string | undefined
}

/**
 * Announces to screen readers, politely and once, that a post on the screen was edited, or that the open thread has a new
 * reply.
 */
export function Announcer({ channel, root }: AnnouncerProps) {
  const client = useQueryClient()
  const { id: me } = useMe()
  const [said, setSaid] = useState({ count: 0, words: '' })
  const pending = useRef(new Map<string, string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const flush = () => {
    timer.current = undefined
    const words = [...pending.current.values()].join(' ')
    pending.current.clear()
    setSaid(({ count }) => ({ count: count + 1, words }))
  }
  useLiveEvents(event => {
    if (event.event !== 'post_edited' && event.event !== 'posted') return
    const post = postIn(event)
    const isEdit = event.event === 'post_edited'
    const isWatched = isEdit
      ? isShown(post) && !isCounter(post)
      : post.root_id === root && post.user_id !== me
    if (post.channel_id !== channel || !isWatched) return
    const incident = post.root_id || post.id
    if (isEdit || !pending.current.has(incident))
      pending.current.set(incident, announcementOf(post, isEdit, client))
    timer.current ??= setTimeout(flush, togetherMs)
  })
  return (
    <div role="status" aria-label="Updates" className="sr-only">
      {said.count > 0 && <p key={said.count}>{said.words}</p>}
    </div>
  )
}

/** Whether only the counter of repeats changed, which says nothing new. An edit changes both times. */
function isCounter({ props, edit_at, update_at }: PostObject): boolean {
  return props.repeats !== undefined && edit_at !== update_at
}

function isShown({ id }: PostObject): boolean {
  return !document.hidden && document.querySelector(`[data-post="${id}"]`) !== null
}
