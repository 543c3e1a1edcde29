import { useEffect } from 'react'
import { useAttention } from '../data/preferences.js'
import { useUnread } from '../data/sidebar.js'
import { markTabIcon } from './tab-icon.js'

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
