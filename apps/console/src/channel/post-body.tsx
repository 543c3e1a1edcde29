import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { useTeam } from '../data/current-team.js'
import { useMe } from '../data/session.js'
import { postNodes } from './post-html.js'

/** A post's HTML. Links to people and channels are followed within the page. */
export function PostBody({ html }: { html: string }) {
  const ref = useRef<HTMLDivElement>(null)
  const { name: team } = useTeam()
  const { username } = useMe()
  const { history } = useRouter()
  useLayoutEffect(
    () => ref.current?.replaceChildren(postNodes(html, { team, username })),
    [html, team, username],
  )
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a.mention, a.channel')
    const href = link ? link.getAttribute('href') : null
    if (!href || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    history.push(href)
  }
  // biome-ignore lint/a11y: the links in it take keys by themselves, and make clicks of them
  return <div ref={ref} className="post-html" onClick={follow} />
}
