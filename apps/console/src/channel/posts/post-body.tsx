import { type MouseEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { useMe } from '../../data/session.js'
import { useTeam } from '../../data/teams.js'
import { useContent } from '../content/use-content.js'
import { useFollow } from './follow.js'
import { colourBars, pageHtml } from './post-html.js'

/** A post's HTML. Links to this console open without reloading. */
export function PostBody({ html }: { html: string }) {
  const ref = useRef<HTMLDivElement>(null)
  const { name: team } = useTeam()
  const { username } = useMe()
  const shown = useMemo(() => ({ __html: pageHtml(html, { team, username }) }), [html, team, username])
  const follow = useFollow('a.mention, a.channel, a.here')
  const { press, lightbox } = useContent(ref, shown)
  const onClick = (event: MouseEvent) => {
    follow(event)
    press(event)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect colours what is rendered
  useLayoutEffect(() => {
    if (ref.current) colourBars(ref.current)
  }, [shown])
  return (
    <>
      {/* biome-ignore lint/a11y: the links and buttons inside handle keys themselves */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: packages/core rendered and sanitized it */}
      <div ref={ref} dir="auto" className="post-html" onClick={onClick} dangerouslySetInnerHTML={shown} />
      {lightbox}
    </>
  )
}
