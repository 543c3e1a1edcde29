import { useEffect } from 'react'
import { useAttention } from '../data/preferences.js'
import { useUnread } from '../data/sidebar.js'

/** Sets the tab's title: unread mentions or posts, the screen, and the team. Marks the tab's icon as well. */
export function usePageTitle(...parts: string[]): void {
  const { mentions, isUnread } = useUnread()
  const shows = useAttention()
  const title = [...parts, 'Posthorn'].join(' · ')
  const mark = mentions > 0 ? 'mentions' : isUnread ? 'unread' : 'none'
  const before = { mentions: `(${mentions}) `, unread: '• ', none: '' }[mark]
  const shown = shows?.title ? before + title : title
  useEffect(() => {
    document.title = shown
  }, [shown])
  const iconMark = shows?.icon ? mark : 'none'
  useEffect(() => markTabIcon(iconMark), [iconMark])
}

const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
/** An SVG as a data URL. */
const plain = link?.href ?? ''
const end = /%3C\/svg%3E$/i

const dots = { mentions: '%23e5342f', unread: '%23ffb000' }

/** Marks the tab's icon with a dot: red for mentions, yellow for other unread posts. */
function markTabIcon(mark: 'mentions' | 'unread' | 'none'): void {
  if (!link || !end.test(plain)) return
  const dot =
    mark === 'none'
      ? ''
      : `%3Ccircle cx='24' cy='8' r='7' fill='${dots[mark]}' stroke='%23fff' stroke-width='2'/%3E`
  const next = plain.replace(end, last => dot + last)
  if (link.href !== next) link.href = next
}
